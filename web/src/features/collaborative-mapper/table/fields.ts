import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';

export type Field = VectorLayer['fields'][number];

/**
 * A layer's fields with one more. A removed one of that key comes back; where the key is taken under
 * another name, the new field has a key of its own.
 */
export function addField(fields: readonly Field[], name: string): Field[] {
  const same = fields.find(({ key }) => key === name);
  if (same?.is_removed) {
    return fields.map((field) => (field === same ? { ...field, name, is_removed: false } : field));
  }
  let key = name;
  for (let number = 2; fields.some((field) => field.key === key); number++)
    key = `${name} ${number}`;
  return [...fields, { key, name, is_removed: false }];
}

/** The fields with another name for one of them: its key stays as it is in the features. */
export function renameField(fields: readonly Field[], key: string, name: string): Field[] {
  return fields.map((field) => (field.key === key ? { ...field, name } : field));
}

/** The fields without one of them: its values stay with the features, and come back with it. */
export function removeField(fields: readonly Field[], key: string): Field[] {
  return fields.map((field) => (field.key === key ? { ...field, is_removed: true } : field));
}
