/** An address to follow: a button where the mail program shows HTML, else the address itself. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** What somebody else wrote, set apart from our own words and kept as it was typed. */
export interface MailQuote {
  readonly quote: string;
}

/** Names with their values, one a line. */
export interface MailFacts {
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** One piece of a message; a string is a paragraph. */
export type MailPart = string | MailLink | MailQuote | MailFacts;

/** A message as its sender thinks of it: its text and its HTML are both made from the parts. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly parts: readonly MailPart[];
  /** Where answers go, if not to the support address. */
  readonly replyTo?: { readonly name: string; readonly address: string };
}
