import { invertAffine, pixelToCrs } from '../../raster/affine.ts';
import { type Valuation, valuationFunction } from '../../valuation/index.ts';
import { readSamples } from './blocks.ts';
import type { Cog } from './open-cog.ts';

/** What a raster contains at a place. */
export interface PointReading {
  /** Whether the place lies on the raster's grid. */
  readonly isInside: boolean;
  /** The pixel's number, after scale and offset; null where there is no data. */
  readonly original: number | null;
  /** The number's value; null without a valuation, and for a class without a value. */
  readonly valued: number | null;
}

const outside: PointReading = { isInside: false, original: null, valued: null };

/** Reads the pixel at a longitude and latitude. For a picture it reads the red band. */
export async function readValueAt(
  cog: Cog,
  [longitude, latitude]: readonly [longitude: number, latitude: number],
  valuation?: Valuation,
): Promise<PointReading> {
  const [{ width, height }] = cog.levels as [Cog['levels'][number]];
  const toPixel = invertAffine(cog.affine);
  // A grid may count longitudes beyond 180.
  for (const turns of [0, 1, -1]) {
    const position = cog.crs.fromLonLat(longitude + 360 * turns, latitude);
    const [column, row] = pixelToCrs(toPixel, ...position).map(Math.floor) as [number, number];
    const isInside = column >= 0 && row >= 0 && column < width && row < height;
    if (!isInside) continue;
    const { bands, valid } = await readSamples(cog, 0, { column, row, width: 1, height: 1 });
    if (valid[0] === 0) return { isInside, original: null, valued: null };
    const original = bands[0][0] * cog.scale + cog.offset;
    const value = valuation ? valuationFunction(valuation)(original) : Number.NaN;
    return { isInside, original, valued: Number.isNaN(value) ? null : value };
  }
  return outside;
}
