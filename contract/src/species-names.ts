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

/**
 * What a search box suggests: species of this search whose common or scientific name begins with
 * the text, in the list's order. Nothing for an empty text.
 */
export function suggestSpecies(
  list: readonly Species[],
  options: { text: string; type: SpeciesAreaType; limit: number },
): Species[] {
  const prefix = normalizeSpeciesName(options.text);
  if (prefix === '') return [];
  const found: Species[] = [];
  for (const species of list) {
    if (!species.searches.includes(options.type)) continue;
    const keys = [species.common_name, species.scientific_name].flatMap(speciesNameKeys);
    if (!keys.some((key) => key.startsWith(prefix))) continue;
    found.push(species);
    if (found.length === options.limit) break;
  }
  return found;
}
