import type { Species, SpeciesAreaType } from './species.ts';

/**
 * The forms in which a name is found: as it is, and without what stands in parentheses, so that
 * "Puma concolor coryi" finds "Puma (=Felis) concolor coryi". Without regard to case, to the kind of
 * apostrophe and to spaces.
 */
export function speciesNameKeys(name: string): readonly string[] {
  const whole = normalizeSpeciesName(name);
  const bare = normalizeSpeciesName(whole.replace(/\([^()]*\)/g, ' '));
  return bare === whole || bare === '' ? [whole] : [whole, bare];
}

/** A name as it is compared with others. */
export function normalizeSpeciesName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

interface SpeciesQuestion {
  /** What a person typed. */
  text: string;
  type: SpeciesAreaType;
}

/**
 * What a search box suggests: species of this search in whose common or scientific name a word
 * begins with the text. Names that begin with it come first, then those of which it is a whole word;
 * otherwise the list's order is kept. Nothing for an empty text.
 */
export function suggestSpecies(
  list: readonly Species[],
  { text, type, limit }: SpeciesQuestion & { limit: number },
): Species[] {
  const wanted = normalizeSpeciesName(text);
  if (wanted === '') return [];
  const atTheBeginning: Species[] = [];
  const asALaterWord: Species[] = [];
  const atALaterWord: Species[] = [];
  for (const species of list) {
    if (!species.searches.includes(type)) continue;
    const keys = keysOf(species);
    if (keys.some((key) => key.startsWith(wanted))) atTheBeginning.push(species);
    else if (keys.some((key) => hasLaterWord(key, wanted, { isWhole: true })))
      asALaterWord.push(species);
    else if (keys.some((key) => hasLaterWord(key, wanted))) atALaterWord.push(species);
  }
  return [...atTheBeginning, ...asALaterWord, ...atALaterWord].slice(0, limit);
}

/**
 * The species of this search that a text names in full, by its common or its scientific name.
 * Nothing where no species is called so, or several are.
 */
export function speciesNamed(
  list: readonly Species[],
  { text, type }: SpeciesQuestion,
): Species | undefined {
  const wanted = normalizeSpeciesName(text);
  const found = list.filter(
    (species) => species.searches.includes(type) && keysOf(species).includes(wanted),
  );
  return found.length === 1 ? found[0] : undefined;
}

function keysOf({ common_name, scientific_name }: Species): string[] {
  return [common_name, scientific_name].flatMap(speciesNameKeys);
}

/**
 * Whether a later word of a name, after a space, a hyphen or a parenthesis, begins with the text, or
 * is the text. The owl of an owl's-clover is no word of its own.
 */
function hasLaterWord(key: string, text: string, { isWhole = false } = {}): boolean {
  for (let at = key.indexOf(text, 1); at !== -1; at = key.indexOf(text, at + 1)) {
    const isBegun = !/[\p{L}\p{N}]/u.test(key[at - 1] ?? '');
    const isEnded = !/[\p{L}\p{N}']/u.test(key[at + text.length] ?? '');
    if (isBegun && (isEnded || !isWhole)) return true;
  }
  return false;
}
