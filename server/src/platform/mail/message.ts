/** An address to follow: a button where the mail program shows HTML, else the address itself. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** A text by somebody else, set apart from our own and with its line breaks kept. */
export interface MailQuote {
  readonly quote: string;
}

/** Names with their values, one a line. */
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
