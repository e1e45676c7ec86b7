/** The sentences of a table of facts: each is a text, or made from the fact's parameters. */
export type SentencesOf<Facts> = {
  readonly [Code in keyof Facts]: Facts[Code] extends undefined
    ? string
    : (params: Facts[Code]) => string;
};

/** The sentence of a fact. */
export function sentenceOf<Facts>(
  sentences: SentencesOf<Facts>,
  fact: { readonly code: keyof Facts; readonly params?: unknown },
): string {
  const sentence = sentences[fact.code] as string | ((params: unknown) => string);
  return typeof sentence === 'string' ? sentence : sentence(fact.params);
}
