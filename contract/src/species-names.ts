import type { Species } from './species.ts';
import type { SpeciesAreaType } from './species-kinds.ts';

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
 * the text, in the order of {@link speciesContaining}. An empty text has no suggestions.
 */
export function suggestSpecies(
  list: readonly Species[],
  { text, type, limit }: SpeciesQuestion & { limit: number },
): Species[] {
  const searched = list.filter(({ searches }) => searches.includes(type));
  return speciesContaining(searched, text).slice(0, limit);
}

type SpeciesNames = Pick<Species, 'common_name' | 'scientific_name'>;

/**
 * The species whose common or scientific name contains the text. Names that begin with the text come
 * first, followed by names in which it is a whole word, then by names in which a word begins with it,
 * then by all others. Otherwise the list's order is kept. An empty text finds nothing.
 */
export function speciesContaining<Entry extends SpeciesNames>(
  list: readonly Entry[],
  text: string,
): Entry[] {
  const wanted = normalizeSpeciesName(text);
  if (wanted === '') return [];
  const fits: readonly ((key: string) => boolean)[] = [
    (key) => key.startsWith(wanted),
    (key) => hasLaterWord(key, wanted, { isWhole: true }),
    (key) => hasLaterWord(key, wanted),
    (key) => key.includes(wanted),
  ];
  const ranked: Entry[][] = fits.map(() => []);
  for (const species of list) {
    const keys = keysOf(species);
    ranked[fits.findIndex((fit) => keys.some(fit))]?.push(species);
  }
  return ranked.flat();
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

function keysOf({ common_name, scientific_name }: SpeciesNames): string[] {
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
