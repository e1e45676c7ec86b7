import { z } from 'zod';

const username = z.string().min(1);

/** The calls that an administrator can make to an installation. */
export const administrationCallSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('users') }),
  z.object({ name: z.literal('activate'), username }),
  z.object({
    name: z.literal('tester'),
    username,
    /** Needed only if the account does not exist yet. */
    email: z.string().optional(),
  }),
  z.object({ name: z.literal('describe'), username }),
  z.object({ name: z.literal('delete'), username }),
  z.object({ name: z.literal('export'), username }),
  z.object({ name: z.literal('mail') }),
  z.object({ name: z.literal('retryMail') }),
  z.object({ name: z.literal('discardMail'), id: z.string() }),
  z.object({
    name: z.literal('importHabitat'),
    /** An absolute path on the installation's machine. */
    path: z.string(),
    /** The source of the habitat, as the screen names it. Default: the file's name. */
    source: z.string().trim().min(1).max(200).optional(),
    approximate: z.boolean(),
    /** The species of all features. It is left out if the features name their species. */
    species: z.string().optional(),
  }),
]);
export type AdministrationCall = z.infer<typeof administrationCallSchema>;

/** An account in the list of all. Times are ISO 8601. */
export interface ListedUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isActivated: boolean;
  readonly isTester: boolean;
  readonly createdAt: string;
}

/** A tester's account, and the link that sets its password. */
export interface TesterLink {
  readonly username: string;
  readonly email: string;
  readonly isNew: boolean;
  readonly link: string;
  readonly validTime: string;
}

/** What is deleted together with an account. */
export interface AccountDescription {
  readonly username: string;
  readonly email: string;
  /** The number of entries that each part of the product stores about the account. */
  readonly kept: Readonly<Record<string, number>>;
}

/** A mail that the mail server has not taken. Times are ISO 8601. */
export interface ListedMail {
  readonly id: string;
  readonly to: string | null;
  readonly subject: string | null;
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly failedAt: string | null;
}

/** The result of importing a file of critical habitat. */
export interface HabitatSummary {
  readonly species: number;
  readonly shapes: number;
  /** Names in the file that match no species of the list. */
  readonly unmatched: readonly string[];
  /** Sentences about what was skipped, assumed, converted or repaired. */
  readonly notes: readonly string[];
}

/**
 * The answer of each call. Answers are JSON, except that an export comes in chunks because it may
 * be too long for one text.
 */
export interface AdministrationAnswers {
  readonly users: readonly ListedUser[];
  readonly activate: { readonly username: string; readonly wasActivated: boolean };
  readonly tester: TesterLink;
  readonly describe: AccountDescription;
  readonly delete: { readonly username: string };
  /** The chunks of one JSON text. */
  readonly export: AsyncIterable<string>;
  readonly mail: readonly ListedMail[];
  readonly retryMail: { readonly revived: number };
  readonly discardMail: { readonly id: string };
  readonly importHabitat: HabitatSummary;
}

/** Makes a call to an installation, in whichever process its database is open. */
export type Administer = <Call extends AdministrationCall>(
  call: Call,
) => Promise<AdministrationAnswers[Call['name']]>;

/** The error of a call that can't be carried out, with a sentence for the administrator. */
export class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
}
