import { randomBytes } from 'node:crypto';

/** A new id that nobody can guess, for addresses and names of files: 22 letters, digits, dashes and underscores. */
export const newId = (): string => randomBytes(16).toString('base64url');
