import type { LayerStyle } from './layer-style.ts';

/** What a style draws where it says nothing. */
export const styleDefaults = {
  /** The specification's green. */
  color: '#2ba84a',
  label_size: 12,
  line_width: 2,
  line_dash: 'solid',
  line_opacity: 1,
  fill_opacity: 0.25,
  clusters: false,
} as const;

/** When points that are close to each other become a cluster, in pixels and in zooms of the map. */
export const clustering = { radiusPixels: 50, maxZoom: 14 } as const;

/** The style of a layer that nobody has styled. */
export const plainStyle: LayerStyle = { color: null, color_by: null, label_by: null };

export type ColorBy = NonNullable<LayerStyle['color_by']>;
export type ColorByClasses = Extract<ColorBy, { breaks: unknown }>;
export type ColorByValues = Exclude<ColorBy, ColorByClasses>;

/** Whether classes of numbers decide about the colour, rather than single values. */
export function hasClasses(colorBy: ColorBy): colorBy is ColorByClasses {
  return 'breaks' in colorBy;
}

/**
 * The colour of a feature.
 * @param properties the feature's attributes
 * @returns the colour as `#rrggbb`
 */
export function colorOf(
  { color, color_by: colorBy }: LayerStyle,
  properties: Readonly<Record<string, unknown>>,
): string {
  const otherwise = color ?? styleDefaults.color;
  if (colorBy === null) return otherwise;
  const value = Object.hasOwn(properties, colorBy.attribute)
    ? (properties[colorBy.attribute] ?? null)
    : null;
  if (!hasClasses(colorBy))
    return colorBy.colors.find((each) => each.value === value)?.color ?? otherwise;
  if (typeof value !== 'number') return otherwise;
  return colorBy.colors[colorBy.breaks.filter((each) => each <= value).length];
}
