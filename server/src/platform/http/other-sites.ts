import type { FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { ApiFailure } from './failure.ts';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that a page of another site makes a browser send, before they change anything.
 * Cookies are `SameSite=Lax` already. This check also covers requests without a cookie. Programs
 * other than browsers send neither header and are let through.
 */
export function refuseOtherSites(app: App, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (readingMethods.has(request.method) || !isFromOtherSite(request, ownOrigin)) return;
    throw new ApiFailure(
      403,
      'other_site',
      'This was sent by a page of another site. Open the page here and try again.',
    );
  });
}

/**
 * Browsers send Sec-Fetch-Site to servers with HTTPS and to this machine, and Origin to all
 * servers.
 */
function isFromOtherSite({ headers }: FastifyRequest, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  if (origin === undefined || origin === ownOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
