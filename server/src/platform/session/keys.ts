import { hkdfSync } from 'node:crypto';

/** Keys derived from the one secret key, a separate one for each use. */
export interface Keys {
  readonly session: Uint8Array;
  readonly cookie: string;
  /** Signs the links by which people get no more mails. */
  readonly unsubscribe: Uint8Array;
  /** Encrypts mail while it waits in the database. */
  readonly mail: Uint8Array;
  /** Signs addresses that work without a log-in for a moment. */
  readonly ticket: Uint8Array;
  /** Proves to the running server that a command comes from the administrator's command line. */
  readonly administration: Uint8Array;
}

/** @param secretKey at least 32 characters */
export function deriveKeys(secretKey: string): Keys {
  const derive = (use: string) =>
    new Uint8Array(hkdfSync('sha256', secretKey, 'refugia', `refugia ${use} key`, 32));
  return {
    session: derive('session'),
    cookie: Buffer.from(derive('cookie')).toString('base64'),
    unsubscribe: derive('unsubscribe'),
    mail: derive('mail'),
    ticket: derive('ticket'),
    administration: derive('administration'),
  };
}
