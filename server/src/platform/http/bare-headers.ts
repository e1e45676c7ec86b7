/**
 * Headers of replies that are sent before there is a request, when helmet does not run. Such
 * replies are JSON, and browsers must neither show nor run anything in them.
 */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;
