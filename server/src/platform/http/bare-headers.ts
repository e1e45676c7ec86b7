/**
 * The headers of replies that are given before there is a request, where helmet is not asked: they
 * are JSON, and nothing in them is to be shown or run.
 */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;
