import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { readFeature } from '../state/features.ts';
import type { FeatureChange } from '../state/map-state.ts';

/** The unsaved cells of one feature. */
interface FeatureEdit {
  /** The feature as it was when the first of its cells was changed. */
  readonly feature: MapFeature;
  readonly properties: MapFeature['properties'];
}

export type CellEdits = ReadonlyMap<string, FeatureEdit>;

/** Adds one changed cell to the edits. */
export function withCell(
  edits: CellEdits,
  feature: MapFeature,
  key: string,
  value: AttributeValue,
): CellEdits {
  const known = edits.get(feature.id) ?? { feature, properties: feature.properties };
  const properties = withAttribute(known.properties, key, value);
  return new Map(edits).set(feature.id, { ...known, properties });
}

/** The edits without those that were sent, unless they were changed since. */
export function withoutSent(edits: CellEdits, sent: CellEdits): CellEdits {
  return new Map([...edits].filter(([id, edit]) => sent.get(id) !== edit));
}

/** Converts unsaved cells to changes of features. */
export function changesOf(edits: CellEdits): FeatureChange[] {
  return [...edits.values()].map(({ feature, properties }) => {
    const before = readFeature(feature).state;
    return {
      featureId: feature.id,
      baseRevision: feature.revision,
      before,
      after: { ...before, properties },
    };
  });
}

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
  const { [key]: _before, ...others } = properties;
  return value === null ? others : { ...properties, [key]: value };
}
