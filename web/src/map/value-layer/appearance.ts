import type {
  CombinedPart,
  DivergingPalette,
  MissingValueRule,
  Rgb,
  Valuation,
} from '@refugia/engine/valuation/index.ts';

/** How a layer's numbers are coloured. Tiles of colours are shown unchanged. */
export type Colouring =
  | { readonly kind: 'values'; readonly valuation: Valuation; readonly palette: DivergingPalette }
  | { readonly kind: 'classes'; readonly colours: readonly ClassColour[] };

export interface ClassColour {
  readonly code: number;
  readonly colour: Rgb;
}

export interface ValueAppearance {
  readonly colouring: Colouring;
  /** The colour inside of the raster's footprint where it has no data. */
  readonly background: Rgb;
  /** The opacity, from 0 to 1. */
  readonly opacity: number;
  /** Whether numbers are interpolated between pixels, which is never done for classes. */
  readonly isInterpolated: boolean;
}

/** A layer's part in a combination. */
export interface PartAppearance extends CombinedPart {
  /** The id of the layer's entry on the map. */
  readonly id: number;
  readonly valuation: Valuation;
  readonly isInterpolated: boolean;
}

/** A combination of layers, which is drawn in place of them. */
export interface CombinedAppearance {
  readonly parts: readonly PartAppearance[];
  readonly missing: MissingValueRule;
  readonly palette: DivergingPalette;
}
