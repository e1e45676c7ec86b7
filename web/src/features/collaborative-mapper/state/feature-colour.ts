import type { LayerStyle } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';

/** The colours of the specification, made darker or lighter where contrast requires it. */
export const featureColours = {
  proposedAdd: '#2ba84a',
  proposedDelete: '#d92d20',
  proposedEdit: '#b26a00',
  resolved: '#3388ff',
  otherwise: '#2ba84a',
} as const;

interface Coloured {
  readonly isProposedDelete: boolean;
  readonly isResolved: boolean;
  readonly properties: FeatureState['properties'];
  readonly style: LayerStyle | undefined;
}

/**
 * The colour of a feature: red for a proposed delete, blue for resolved, and otherwise green. Only
 * the green gives way to a layer's style.
 */
export function colourOfFeature({
  isProposedDelete,
  isResolved,
  properties,
  style,
}: Coloured): string {
  if (isProposedDelete) return featureColours.proposedDelete;
  if (isResolved) return featureColours.resolved;
  return (style && colourOfStyle(style, properties)) ?? featureColours.otherwise;
}

function colourOfStyle(
  { color, color_by: colorBy }: LayerStyle,
  properties: FeatureState['properties'],
): string | null {
  if (!colorBy || !Object.hasOwn(properties, colorBy.attribute)) return color;
  const value = properties[colorBy.attribute];
  return colorBy.colors.find((each) => each.value === value)?.color ?? color;
}
