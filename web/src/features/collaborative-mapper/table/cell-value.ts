import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';

export type AttributeValue = MapFeature['properties'][string];

/** A value as its cell shows it. A missing value is an empty text. */
export function cellText(value: AttributeValue | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

/**
 * The value that a typed text means. It has the type of the former value if possible. A number that
 * would be written differently, such as a code with leading zeros, stays a text.
 * @param before the former value; undefined or null if the cell was empty
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

/** Changes one of a feature's attributes. An empty value removes the attribute. */
export function withAttribute(
  properties: MapFeature['properties'],
  key: string,
  value: AttributeValue,
): MapFeature['properties'] {
  const { [key]: _before, ...rest } = properties;
  return value === null ? rest : { ...properties, [key]: value };
}
