/**
 * An affine transform from pixel to CRS coordinates, in rasterio's order (a, b, c, d, e, f):
 * x = a·column + b·row + c, y = d·column + e·row + f; (0, 0) is the outer corner of the first pixel.
 */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A pixel grid on the ground. `epsg` is undefined when the CRS is unknown. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly affine: Affine;
  readonly epsg: number | undefined;
}

/** A rectangle of whole pixels inside a grid. */
export interface Window {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}
