import type { Rgba } from './palette-png.ts';
import type { ValueStyle } from './values/value-style.ts';

/**
 * How a raster is drawn in tiles. It is plain data, so it can be sent to threads and be part of a
 * key.
 */
export type Drawing = TrueColourDrawing | ClassesDrawing | ValuesDrawing | NumbersDrawing;

/** Three bands of reflectance × 10,000 in natural colours; a number of 0 in the first is nodata. */
export interface TrueColourDrawing {
  readonly kind: 'true-colour';
  /** The names in the file of the bands that are shown as red, green and blue. */
  readonly bands: readonly [red: string, green: string, blue: string];
}

/** A band of class codes, 0 to 255. Classes that are not named are transparent. */
export interface ClassesDrawing {
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
export interface ValuesDrawing extends ValueStyle {
  readonly kind: 'values';
}

/**
 * An ingested raster's numbers, which a browser colours: a gzipped data tile of 512 pixels and a
 * border.
 */
export interface NumbersDrawing {
  readonly kind: 'numbers';
}

/** A picture whose bands are named as in a run's files. */
export const naturalColours: TrueColourDrawing = {
  kind: 'true-colour',
  bands: ['red', 'green', 'blue'],
};
