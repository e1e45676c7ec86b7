import { z } from 'zod';

const username = z.string().min(1);

/** What an administrator may ask of an installation. */
export const administrationCallSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('users') }),
  z.object({ name: z.literal('activate'), username }),
  z.object({
    name: z.literal('tester'),
    username,
    /** For an account that is not there yet. */
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
    /** Absolute, on the installation's machine. */
    path: z.string(),
    /** Who says that it is critical habitat; the file's name when left out. */
    source: z.string().trim().min(1).max(200).optional(),
    approximate: z.boolean(),
    /** Whose habitat it is; left out where the features say so. */
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

/** A tester's account and the link that sets its password. */
export interface TesterLink {
  readonly username: string;
  readonly email: string;
  readonly isNew: boolean;
  readonly link: string;
  readonly validTime: string;
}

/** What goes when an account is deleted. */
export interface AccountDescription {
  readonly username: string;
  readonly email: string;
  /** How much each part of the product keeps about it. */
  readonly kept: Readonly<Record<string, number>>;
}

/** Mail that was not handed over. Times are ISO 8601. */
export interface ListedMail {
  readonly id: string;
  readonly to: string | null;
  readonly subject: string | null;
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly failedAt: string | null;
}

/** What came of a file of critical habitat. */
export interface HabitatSummary {
  readonly species: number;
  readonly shapes: number;
  /** Names in the file that are no species of the list. */
  readonly unmatched: readonly string[];
  /** What was skipped, assumed, converted or repaired, as sentences. */
  readonly notes: readonly string[];
}

/** What each call answers; all of it can be written as JSON, but for what is too long to be one text. */
export interface AdministrationAnswers {
  readonly users: readonly ListedUser[];
  readonly activate: { readonly username: string; readonly wasActivated: boolean };
  readonly tester: TesterLink;
  readonly describe: AccountDescription;
  readonly delete: { readonly username: string };
  /** Pieces of JSON. */
  readonly export: AsyncIterable<string>;
  readonly mail: readonly ListedMail[];
  readonly retryMail: { readonly revived: number };
  readonly discardMail: { readonly id: string };
  readonly importHabitat: HabitatSummary;
}

/** Asks an installation, wherever its database is open. */
export type Administer = <Call extends AdministrationCall>(
  call: Call,
) => Promise<AdministrationAnswers[Call['name']]>;

/** A call that can't be done, in a sentence for the administrator. */
export class AdministrationError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'AdministrationError';
  }
}
