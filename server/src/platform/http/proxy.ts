import { isIP } from 'node:net';
import type { App } from './api.ts';

/**
 * For Fastify's `trustProxy`: trusts only what the nearest proxy says about its caller, since a
 * client may write anything into `X-Forwarded-For`.
 */
export function trustNearestProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

/**
 * Reduces `X-Forwarded-For` to the address that the nearest proxy reports, without a port. Some
 * proxies add the client's port, which differs for each connection, so that rate limits would take
 * each connection for a new client. If the proxy reports no address, the proxy itself is counted.
 */
export function readForwardedAddress(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    const header = raw.headers['x-forwarded-for'];
    if (header === undefined) return;
    const nearest = [header].flat().join(',').split(',').at(-1) ?? '';
    const address = withoutPort(nearest.trim());
    if (isIP(address) === 0) delete raw.headers['x-forwarded-for'];
    else raw.headers['x-forwarded-for'] = address;
  });
}

/** `203.0.113.7:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]` as addresses; others as they are. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
