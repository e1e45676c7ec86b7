import { hkdfSync } from 'node:crypto';

/** Keys for each use, derived from the one secret key, so that none serves two ends. */
export interface Keys {
  /** Signs session tokens. */
  readonly session: Uint8Array;
  /** Signs cookies. */
  readonly cookie: string;
  /** Encrypts mail while it waits in the database. */
  readonly mail: Uint8Array;
  /** Shown by the administrator's command line to the running server. */
  readonly administration: Uint8Array;
}

/** @param secretKey at least 32 characters */
export function deriveKeys(secretKey: string): Keys {
  const derive = (use: string) =>
    new Uint8Array(hkdfSync('sha256', secretKey, 'refugia', `refugia ${use} key`, 32));
  return {
    session: derive('session'),
    cookie: Buffer.from(derive('cookie')).toString('base64'),
    mail: derive('mail'),
    administration: derive('administration'),
  };
}
