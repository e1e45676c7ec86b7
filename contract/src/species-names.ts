import type { Species, SpeciesAreaType } from './species.ts';

/**
 * The forms of a name by which a species is found: the name itself, and the name without its
 * parentheses, so that "Puma concolor coryi" finds "Puma (=Felis) concolor coryi". Case, kinds of
 * apostrophe and spaces are normalized.
 */
export function speciesNameKeys(name: string): readonly string[] {
  const whole = normalizeSpeciesName(name);
  const bare = normalizeSpeciesName(whole.replace(/\([^()]*\)/g, ' '));
  return bare === whole || bare === '' ? [whole] : [whole, bare];
}

/** Normalizes a name for comparison. */
export function normalizeSpeciesName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

interface SpeciesQuestion {
  /** The text that a person typed. */
  text: string;
  type: SpeciesAreaType;
}

/**
 * The suggestions of a search box: species of this search whose common or scientific name contains
 * a word that begins with the text. Names that begin with the text come first, followed by names in
 * which it is a whole word. Otherwise the list's order is kept. An empty text has no suggestions.
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
 * The species of this search whose full common or scientific name is the text. Returns undefined
 * when there is none, or more than one.
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
 * Whether a word of a name other than the first begins with the text, or is the text. Words follow
 * a space, a hyphen or a parenthesis. The owl in "owl's-clover" is not a word of its own.
 */
function hasLaterWord(key: string, text: string, { isWhole = false } = {}): boolean {
  for (let at = key.indexOf(text, 1); at !== -1; at = key.indexOf(text, at + 1)) {
    const isBegun = !/[\p{L}\p{N}]/u.test(key[at - 1] ?? '');
    const isEnded = !/[\p{L}\p{N}']/u.test(key[at + text.length] ?? '');
    if (isBegun && (isEnded || !isWhole)) return true;
  }
  return false;
}
