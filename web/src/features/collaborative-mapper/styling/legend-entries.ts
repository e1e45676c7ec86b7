import { hasClasses, styleDefaults } from '@refugia/contract/collaborative-mapper/layer-look.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { PointIcon } from '@refugia/contract/collaborative-mapper/style-choices.ts';
import { numberText } from '../../../ui/data/number-text.ts';
import { featureColours } from '../state/features.ts';

export interface LegendEntry {
  readonly label: string;
  readonly color: string;
  readonly icon?: PointIcon | undefined;
  /** Whether the swatch is an outline of dashes. */
  readonly isDashed?: boolean;
}

/** The legend of the colours that features have by their status. */
export const statusLegend: readonly LegendEntry[] = [
  { label: 'Feature', color: featureColours.otherwise },
  { label: 'Proposed addition', color: featureColours.proposedAdd, isDashed: true },
  { label: 'Proposed for deletion', color: featureColours.proposedDelete },
  { label: 'Resolved', color: featureColours.resolved },
];

/** The legend of a layer's colours. It is empty for a layer of one colour. */
export function legendOf({ color, color_by: colorBy, icon }: LayerStyle): LegendEntry[] {
  if (colorBy === null) return [];
  const otherwise = color ?? styleDefaults.color;
  if (hasClasses(colorBy)) {
    const { colors, unit } = colorBy;
    const classes = rangeTexts(colorBy.breaks, unit).map((label, index) => ({
      label,
      color: colors[index],
      icon,
    }));
    return [...classes, { label: 'No number', color: otherwise, icon }];
  }
  return [
    ...colorBy.colors.map((each) => ({ label: valueText(each.value), color: each.color, icon })),
    { label: 'Other', color: otherwise, icon },
  ];
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

/** An attribute's value as a text for people. */
export function valueText(value: string | number | boolean | null): string {
  return value === null || value === '' ? 'No value' : String(value);
}
