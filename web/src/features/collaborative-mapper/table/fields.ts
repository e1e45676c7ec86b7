import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';

export type Field = VectorLayer['fields'][number];

/**
 * Adds a field. A removed field of the same key comes back. If another field has the key under a
 * different name, the new field gets a key of its own.
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

/** Renames a field. Its key in the features stays. */
export function renameField(fields: readonly Field[], key: string, name: string): Field[] {
  return fields.map((field) => (field.key === key ? { ...field, name } : field));
}

/** Removes a field. The features keep its values, which come back if it is added again. */
export function removeField(fields: readonly Field[], key: string): Field[] {
  return fields.map((field) => (field.key === key ? { ...field, is_removed: true } : field));
}
