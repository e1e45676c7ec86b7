import { colorOf, styleDefaults } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type {
  KmlOptions,
  KmlStyle,
  Properties,
  VectorFeature,
} from '@refugia/engine/vector/index.ts';

/** A feature as it is written, its attributes by their keys, and the style of its layer. */
interface StyledFeature {
  readonly written: VectorFeature;
  readonly attributes: Properties;
  readonly style: LayerStyle | undefined;
}

/** Translates colours, widths, opacities and labels for KML, which knows no dashes and no halos. */
export function kmlStyles(
  features: readonly StyledFeature[],
): Pick<KmlOptions, 'styles' | 'styleOf' | 'nameOf'> {
  const styles = new Map<string, KmlStyle>();
  const ids = new Map<VectorFeature, string>();
  const names = new Map<VectorFeature, string>();
  for (const { written, attributes, style } of features) {
    if (!style) continue;
    const made = kmlStyle(style, attributes);
    styles.set(made.id, made);
    ids.set(written, made.id);
    const label = style.label_by === null ? null : (attributes[style.label_by] ?? null);
    if (label !== null) names.set(written, String(label));
  }
  return {
    styles: [...styles.values()],
    styleOf: (feature) => ids.get(feature),
    nameOf: (feature) => names.get(feature),
  };
}

/** The style of one feature, whose id is the same for all features that are drawn alike. */
function kmlStyle(style: LayerStyle, attributes: Properties): KmlStyle {
  const color = colorOf(style, attributes);
  const lineWidth = style.line_width ?? styleDefaults.line_width;
  const lineOpacity = style.line_opacity ?? styleDefaults.line_opacity;
  const fillOpacity = style.fill_opacity ?? styleDefaults.fill_opacity;
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const id = ['style', color.slice(1), lineWidth, lineOpacity, fillOpacity];
  return {
    id: id.join('_').replaceAll('.', 'p'),
    colour: [red, green, blue],
    lineWidth,
    lineOpacity,
    fillOpacity,
  };
}
