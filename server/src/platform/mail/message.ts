/**
 * A link in a message. It is a button where the mail program shows HTML, and the address itself
 * elsewhere.
 */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** A text by another person, which is set apart and keeps its line breaks. */
export interface MailQuote {
  readonly quote: string;
}

/** Names with their values, each pair on a line of its own. */
export interface MailFacts {
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** One piece of a message; a string is a paragraph. */
export type MailPart = string | MailLink | MailQuote | MailFacts;

/** A message before it is rendered. Both its plain text and its HTML are made from the parts. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  /** The address for replies. Default: the support address. */
  readonly replyTo?: { readonly name: string; readonly address: string };
}
