/** Codes without parameters. */
export type PlainCodeOf<Facts> = {
  [Code in keyof Facts]: Facts[Code] extends undefined ? Code : never;
}[keyof Facts];

/** What is told as a value: a code of the table `Facts`, with the parameters that it names. */
export type FactOf<Facts> =
  | { readonly code: PlainCodeOf<Facts> }
  | {
      [Code in Exclude<keyof Facts, PlainCodeOf<Facts>>]: {
        readonly code: Code;
        readonly params: Facts[Code];
      };
    }[Exclude<keyof Facts, PlainCodeOf<Facts>>];
