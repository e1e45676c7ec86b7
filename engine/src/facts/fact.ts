/** Codes without parameters. */
export type PlainCodeOf<Facts> = {
  [Code in keyof Facts]: Facts[Code] extends undefined ? Code : never;
}[keyof Facts];

/** A fact as a value: a code of the table `Facts`, with the parameters of that code. */
export type FactOf<Facts> =
  | { readonly code: PlainCodeOf<Facts> }
  | {
      [Code in Exclude<keyof Facts, PlainCodeOf<Facts>>]: {
        readonly code: Code;
        readonly params: Facts[Code];
      };
    }[Exclude<keyof Facts, PlainCodeOf<Facts>>];

/** A failure with a fact as its reason. Its message is for developers: the fact as JSON. */
export class FactError<Fact> extends Error {
  readonly fact: Fact;

  constructor(fact: Fact, options?: { cause?: unknown }) {
    super(JSON.stringify(fact), options);
    this.name = new.target.name;
    this.fact = fact;
  }
}
