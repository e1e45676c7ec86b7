import type { DivergingPalette, Rgb, Valuation } from '../valuation/index.ts';
import type { Rgba } from './palette-png.ts';

/**
 * How a raster is drawn in tiles. It is plain data, so it can be sent to threads and be part of a
 * key.
 */
export type Rendering = TrueColourRendering | ClassesRendering | ValuesRendering | NumbersRendering;

/**
 * A run's picture in natural colours: its bands red, green and blue are reflectance × 10,000, and 0 is
 * nodata.
 */
export interface TrueColourRendering {
  readonly kind: 'true-colour';
}

/** A band of class codes, 0 to 255. Classes that are not named are transparent. */
export interface ClassesRendering {
  readonly kind: 'classes';
  readonly classes: readonly DrawnClass[];
  /**
   * If given, prevailing classes have an outline in their full colour, and this alpha (0 to 255)
   * inside of it, so that the picture below shows through.
   */
  readonly innerAlpha?: number;
}

export interface DrawnClass {
  readonly code: number;
  readonly colour: Rgba;
  /** `hatched` draws diagonal lines only; they join from tile to tile. */
  readonly pattern?: 'hatched';
  /**
   * If a tile's pixel covers several pixels of the raster, it shows the most frequent of the
   * prevailing classes among them, so that their small patches stay visible from afar. Otherwise it
   * shows the nearest pixel.
   */
  readonly prevails?: boolean;
}

/** An ingested raster, coloured by its values. */
export interface ValuesRendering extends ValueStyle {
  readonly kind: 'values';
}

/** How an ingested raster is coloured. */
export interface ValueStyle {
  /** How numbers become values. If left out, the raster is drawn as it is. */
  readonly valuation?: Valuation | undefined;
  /** Colours of the values −1, 0 and 1; black to white when left out. */
  readonly palette?: DivergingPalette | undefined;
  /** Fills the raster's own pixels that hold no data; null leaves them open. */
  readonly background?: Rgb | null | undefined;
}

/**
 * An ingested raster's numbers, which a browser colours: a gzipped data tile of 512 pixels and a
 * border.
 */
export interface NumbersRendering {
  readonly kind: 'numbers';
}

/** A run's picture of either date. */
export const naturalColours: TrueColourRendering = { kind: 'true-colour' };
