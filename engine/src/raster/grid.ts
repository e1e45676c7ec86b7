import { type Bounds, boundsOf } from '../geo/bounds.ts';

/**
 * An affine transform from pixel to CRS coordinates, in rasterio's order (a, b, c, d, e, f):
 * x = a·column + b·row + c, y = d·column + e·row + f; (0, 0) is the outer corner of the first pixel.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A pixel grid on the ground. `epsg` is undefined when the CRS is unknown. */
export interface Grid extends RasterSize {
  readonly affine: Affine;
  readonly epsg: number | undefined;
}

/** Width and height of a raster, in pixels. */
export interface RasterSize {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of whole pixels inside a grid. */
export interface Window extends RasterSize {
  readonly column: number;
  readonly row: number;
}

/** CRS coordinates of a pixel position; (0, 0) is the outer corner of the first pixel. */
export function pixelToCrs(
  [a, b, c, d, e, f]: Affine,
  column: number,
  row: number,
): [x: number, y: number] {
  return [a * column + b * row + c, d * column + e * row + f];
}

/**
 * The inverse transform, from CRS coordinates to pixel positions. Throws if the pixels have no
 * area.
 */
export function invertAffine(affine: Affine): Affine {
  const [a, b, c, d, e, f] = affine;
  const determinant = a * e - b * d;
  if (!Number.isFinite(determinant) || determinant === 0) {
    throw new RangeError(`This affine transform can't be inverted: ${affine.join(', ')}`);
  }
  return [
    e / determinant,
    -b / determinant,
    (b * f - e * c) / determinant,
    -d / determinant,
    a / determinant,
    (d * c - a * f) / determinant,
  ];
}

/** Width and height of a pixel in units of the CRS. */
export function pixelSize([a, b, , d, e]: Affine): [width: number, height: number] {
  return [Math.hypot(a, d), Math.hypot(b, e)];
}

/**
 * Whether rows run along x and columns along y, as in every file that is not rotated or sheared.
 */
export function isAxisAligned([, b, , d]: Affine): boolean {
  return b === 0 && d === 0;
}

/** The bounds of a grid in its own CRS: [smallest x, smallest y, largest x, largest y]. */
export function gridBounds(grid: Grid): Bounds {
  return boundsOf([
    pixelToCrs(grid.affine, 0, 0),
    pixelToCrs(grid.affine, grid.width, 0),
    pixelToCrs(grid.affine, 0, grid.height),
    pixelToCrs(grid.affine, grid.width, grid.height),
  ]);
}
