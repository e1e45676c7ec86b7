import {
  type ColorBy,
  hasClasses,
  styleDefaults,
} from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import {
  type FeatureFilter,
  meetsFilter,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { PointIcon } from '@refugia/contract/collaborative-mapper/style-choices.ts';
import { numberText } from '../../../ui/data/number-text.ts';
import { featureColours } from '../state/features.ts';

export interface LegendEntry {
  readonly label: string;
  readonly color: string;
  readonly icon?: PointIcon | undefined;
  readonly isDashed?: boolean;
}

/** The legend of the colours that features have by their status. */
export const statusLegend: readonly LegendEntry[] = [
  { label: 'Feature', color: featureColours.otherwise },
  { label: 'Proposed addition', color: featureColours.proposedAdd, isDashed: true },
  { label: 'Proposed for deletion', color: featureColours.proposedDelete },
  { label: 'Resolved', color: featureColours.resolved },
];

/**
 * The legend of a layer's colours. It is empty for a layer of one colour.
 * @param conditions the filter of the layer's features; values that it excludes are left out
 */
export function legendOf(
  { color, color_by: colorBy, icon }: LayerStyle,
  conditions: FeatureFilter = [],
): LegendEntry[] {
  if (colorBy === null) return [];
  const others = {
    label: hasClasses(colorBy) ? 'No number' : 'Other',
    color: color ?? styleDefaults.color,
  };
  const named = hasClasses(colorBy)
    ? rangeTexts(colorBy.breaks, colorBy.unit).map((label, index) => ({
        label,
        color: colorBy.colors[index],
      }))
    : colorBy.colors.map((each) => ({ label: valueText(each.value), color: each.color }));
  const possible = possiblePlaces(colorBy, conditions);
  return [...named, others]
    .filter((_, place) => possible?.has(place) ?? true)
    .map((entry) => ({ ...entry, icon }));
}

/**
 * The places in the legend of values that meet the conditions on its attribute, or null without
 * any. Values on both sides of each bound stand for all that there are.
 */
function possiblePlaces(colorBy: ColorBy, filter: FeatureFilter): ReadonlySet<number> | null {
  const { attribute } = colorBy;
  const conditions = filter.filter(({ field }) => field === attribute);
  if (conditions.length === 0) return null;
  const texts = conditions.flatMap(({ values }) => values);
  const breaks = hasClasses(colorBy) ? colorBy.breaks : [];
  const bounds = [...breaks, ...texts.map(Number).filter(Number.isFinite)].sort((a, b) => a - b);
  const between = bounds.slice(1).map((bound, index) => (bounds[index] + bound) / 2);
  const numbers = [(bounds[0] ?? 0) - 1, ...bounds, ...between, (bounds.at(-1) ?? 0) + 1];
  const listed = hasClasses(colorBy) ? [] : colorBy.colors.map(({ value }) => value);
  const words = texts.filter((text) => Number.isNaN(Number(text)));
  const otherTexts = [...words, 'any text', '0001-01-01', '9999-12-31'];
  const possible = [...listed, ...numbers, ...otherTexts, null].filter((value) =>
    conditions.every((each) => meetsFilter([each], each.layerId, { [attribute]: value })),
  );
  return new Set(possible.map((value) => placeOf(colorBy, value)));
}

/** The place of a value in the legend, the last one for what has no colour of its own. */
function placeOf(colorBy: ColorBy, value: string | number | boolean | null): number {
  if (!hasClasses(colorBy)) {
    const place = colorBy.colors.findIndex((each) => each.value === value);
    return place < 0 ? colorBy.colors.length : place;
  }
  return typeof value === 'number'
    ? colorBy.breaks.filter((each) => each <= value).length
    : colorBy.colors.length;
}

/** What belongs to each of the classes between breaks, the lowest first. */
export function rangeTexts(breaks: readonly number[], unit = ''): string[] {
  const withUnit = (text: string) => (unit === '' ? text : `${text} ${unit}`);
  const [first] = breaks;
  const last = breaks.at(-1);
  if (first === undefined || last === undefined) return [withUnit('All numbers')];
  const between = breaks
    .slice(1)
    .map((upper, index) => withUnit(`${numberText(breaks[index])} to ${numberText(upper)}`));
  return [
    withUnit(`Less than ${numberText(first)}`),
    ...between,
    `${withUnit(numberText(last))} or more`,
  ];
}

export function valueText(value: string | number | boolean | null): string {
  return value === null || value === '' ? 'No value' : String(value);
}
