import type { LayerStyle } from '@refugia/contract/collaborative-mapper/operations.ts';
import { featureColours } from '../state/features.ts';

/**
 * Colours that people with any kind of colour vision tell apart.
 * Source: M. Okabe and K. Ito, Color Universal Design, 2008; without its black and its yellow, which
 * are lost on dark and on light base maps.
 */
const layerColours = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#56b4e9'] as const;

/** The specification's colour of features that have no other colour. */
export const usualColour = featureColours.otherwise;

export interface LegendEntry {
  readonly label: string;
  readonly color: string;
}

/** The legend of the colours that features have by their status. */
export const statusLegend: readonly LegendEntry[] = [
  { label: 'Feature, also a proposed one', color: featureColours.otherwise },
  { label: 'Proposed for deletion', color: featureColours.proposedDelete },
  { label: 'Resolved', color: featureColours.resolved },
];

/** The legend of a layer's colours. It is empty for a layer of one colour. */
export function legendOf({ color, color_by }: LayerStyle): LegendEntry[] {
  if (color_by === null) return [];
  return [
    ...color_by.colors.map((each) => ({ label: valueText(each.value), color: each.color })),
    { label: 'Other', color: color ?? usualColour },
  ];
}

/** An attribute's value as a text for people. */
export function valueText(value: string | number | boolean | null): string {
  return value === null || value === '' ? 'No value' : String(value);
}

export type AttributeValue = string | number | boolean | null;

export interface CountedValue {
  readonly value: AttributeValue;
  readonly count: number;
}

/** The values that an attribute has, the commonest first. */
export function countValues(values: readonly (AttributeValue | undefined)[]): CountedValue[] {
  const counts = new Map<AttributeValue, number>();
  for (const value of values) {
    const key = value ?? null;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count);
}

/** Assigns a colour to each value in turn, beginning with the commonest value. */
export function colourValues(
  values: readonly AttributeValue[],
): { value: AttributeValue; color: string }[] {
  return values.map((value, index) => ({
    value,
    color: layerColours[index % layerColours.length],
  }));
}
