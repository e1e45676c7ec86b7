import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';

export type Field = VectorLayer['fields'][number];

export function textField(key: string, name = key): Field {
  return { key, name, is_removed: false, type: 'text', choices: [], is_required: false };
}

export function shownFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !field.is_removed);
}

/** The fields, and after them one for each attribute that is none. */
export function withAttributes(fields: readonly Field[], attributes: readonly string[]): Field[] {
  const known = new Set(fields.map(({ key }) => key));
  return [...fields, ...attributes.filter((key) => !known.has(key)).map((key) => textField(key))];
}

/** A removed field of this name comes back. The key of another field is not given twice. */
export function addField(fields: readonly Field[], name: string): Field[] {
  const isRemoved = fields.some((field) => field.key === name && field.is_removed);
  if (isRemoved) return changedField(fields, name, { name, is_removed: false });
  const key = freeKey(name, new Set(fields.map((field) => field.key)));
  return [...fields, textField(key, name)];
}

/** The key stays. The features keep the values of a removed field, for when it comes back. */
export function changedField(
  fields: readonly Field[],
  key: string,
  change: Partial<Field>,
): Field[] {
  return fields.map((field) => (field.key === key ? { ...field, ...change } : field));
}

/** The name itself, or with a number where it is taken. */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  let key = name;
  for (let number = 2; taken.has(key); number++) key = `${name} ${number}`;
  return key;
}

/** Moves a field past its neighbour that is shown: up with -1, down with 1. */
export function movedField(fields: readonly Field[], key: string, step: 1 | -1): Field[] {
  const moved = [...fields];
  const from = moved.findIndex((field) => field.key === key);
  let to = from + step;
  while (moved[to]?.is_removed) to += step;
  if (from < 0 || moved[to] === undefined) return moved;
  [moved[from], moved[to]] = [moved[to], moved[from]];
  return moved;
}

/** The choices in a text, one on each line. */
export function choicesIn(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** Why fields can't be saved, as a sentence, or null. */
export function faultOfFields(fields: readonly Field[]): string | null {
  const names = fields.map(({ name }) => name.trim());
  if (names.includes('')) return 'Each field needs a name.';
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) return `Two fields are called “${twice}”.`;
  const empty = fields.find(({ type, choices }) => type === 'choice' && choices.length === 0);
  return empty ? `“${empty.name}” needs at least one choice.` : null;
}

/**
 * The fields with the names that were given to new ones as their keys: no feature has a value of these
 * yet. A new field that was removed again is left out.
 * @param known the fields before, whose keys stay
 */
export function withOwnKeys(fields: readonly Field[], known: readonly Field[]): Field[] {
  const isKnown = ({ key }: Field) => known.some((field) => field.key === key);
  const taken = new Set(known.map(({ key }) => key));
  return fields
    .filter((field) => isKnown(field) || !field.is_removed)
    .map((field) => {
      if (isKnown(field)) return field;
      const key = freeKey(field.name.trim(), taken);
      taken.add(key);
      return { ...field, key };
    });
}
