import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';

/** What a ticket opens, for whoever holds it, until it expires. */
export interface Tickets {
  issue(what: string): string;
  /** Whether a ticket is for this and has not expired. */
  opens(ticket: string, what: string): boolean;
}

/**
 * Tickets for downloads: a browser saves a large file by itself only from an address, and a log-in token
 * has no place in an address.
 */
export function createTickets(key: Uint8Array, now = Date.now): Tickets {
  const sign = (what: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${what}`).digest('base64url');
  return {
    issue(what) {
      const expires = now() + limits.valueMapper.downloadTicketSeconds * 1000;
      return `${expires}.${sign(what, expires)}`;
    },
    opens(ticket, what) {
      const [time = '', signature = ''] = ticket.split('.');
      const expires = Number(time);
      if (!(expires >= now())) return false;
      const expected = Buffer.from(sign(what, expires));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
