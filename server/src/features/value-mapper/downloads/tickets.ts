import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';

/**
 * Creates the tickets of downloads, each of which opens one file until it expires. A browser can save a large file by
 * itself only from an address, and a log-in token must not be part of an address.
 * @param key signs the tickets
 * @param now the clock in milliseconds, for tests
 */
export function createTickets(key: Uint8Array, now = Date.now) {
  const sign = (what: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${what}`).digest('base64url');
  return {
    issue(what: string): string {
      const expires = now() + limits.valueMapper.downloadTicketSeconds * 1000;
      return `${expires}.${sign(what, expires)}`;
    },
    opens(ticket: string, what: string): boolean {
      const [time = '', signature = ''] = ticket.split('.');
      const expires = Number(time);
      if (!(expires >= now())) return false;
      const expected = Buffer.from(sign(what, expires));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
