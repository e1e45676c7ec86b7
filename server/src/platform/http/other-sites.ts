import type { IncomingHttpHeaders } from 'node:http';
import type { App } from './api.ts';
import { ApiFailure } from './failure.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that a page of another site makes a browser send, before they change anything.
 * Cookies are `SameSite=Lax` already. This check also covers requests without a cookie. Programs
 * other than browsers send neither header and are let through.
 */
export function refuseOtherSites(app: App, publicUrl: string): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (readingMethods.has(method) || !isFromOtherSite(headers, publicUrl)) return;
    throw new ApiFailure(
      403,
      'other_site',
      'This was sent by a page of another site. Open the page here and try again.',
    );
  });
}

/** Browsers send Sec-Fetch-Site with HTTPS and to this machine, and Origin to all servers. */
function isFromOtherSite(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return !isOwnOrigin(headers, publicUrl);
}

/** Whether a page of this product sent a request. Programs other than browsers send no origin. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined || origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
