import type { DivergingPalette, Rgb, Valuation } from '../../valuation/index.ts';

/** How a raster is drawn, as plain data. */
export interface ValueStyle {
  /** How numbers become values. If left out, the raster is drawn as it is. */
  readonly valuation?: Valuation | undefined;
  /** Colours of the values −1, 0 and 1; black to white when left out. */
  readonly palette?: DivergingPalette | undefined;
  /** Fills the raster's own pixels that hold no data; null leaves them open. */
  readonly background?: Rgb | null | undefined;
}
