import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';

export type AttributeValue = MapFeature['properties'][string];

/** A value as its cell shows it; nothing where there is none. */
export function cellText(value: AttributeValue | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

/**
 * What a text that was typed into a cell means: of the kind that was there, where it can be. A number
 * that would read otherwise when written back, such as a code with leading zeros, stays a text.
 * @param before what the cell held; undefined or null where it held nothing
 * @returns null for an empty cell
 */
export function parseCell(text: string, before: AttributeValue | undefined): AttributeValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (typeof before === 'string') return trimmed;
  if (typeof before === 'boolean' && /^(true|false)$/i.test(trimmed))
    return trimmed.toLowerCase() === 'true';
  const number = Number(trimmed);
  const isNumber =
    Number.isFinite(number) && (typeof before === 'number' || String(number) === trimmed);
  return isNumber ? number : trimmed;
}

/** A feature's attributes with one of them changed; an empty one is taken away. */
export function withAttribute(
  properties: MapFeature['properties'],
  key: string,
  value: AttributeValue,
): MapFeature['properties'] {
  const { [key]: _before, ...rest } = properties;
  return value === null ? rest : { ...properties, [key]: value };
}
