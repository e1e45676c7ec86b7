import { pixelAreas } from '../raster/pixel-areas.ts';
import { openCog } from '../render/cog.ts';
import { FileSource } from '../source/file-source.ts';
import { valuedEncoding } from './valued-encoding.ts';

/** How much ground has which value, on the ellipsoid. */
export interface ValueAreas {
  /** The lower end of the first step, in hundredths. */
  readonly firstHundredth: number;
  /** The hectares whose value lies in each step of a hundredth; the upper end belongs to the next step. */
  readonly hectares: readonly number[];
}

const codesPerStep = 100;
const steps = Math.ceil(2 ** 16 / codesPerStep);
const lowestStep = -steps / 2;
const pixelsAtOnce = 2 ** 22;

/** Measures the ground of each value of a file that `buildValuedRaster` or `buildCombinedRaster` has written. */
export async function measureValueAreas(path: string, signal?: AbortSignal): Promise<ValueAreas> {
  await using file = await FileSource.open(path);
  const cog = await openCog(file, signal);
  const { width, height } = cog.image;
  const areasIn = pixelAreas({ width, affine: cog.affine, crs: cog.crs });
  const sums = new Float64Array(steps);
  const rowsAtOnce = Math.max(1, Math.min(512, Math.floor(pixelsAtOnce / width)));
  for (let row = 0; row < height; row += rowsAtOnce) {
    signal?.throwIfAborted();
    const rowCount = Math.min(rowsAtOnce, height - row);
    const read = await cog.read(0, { column: 0, row, width, height: rowCount });
    const [codes] = read.bands;
    for (let line = 0; line < rowCount; line++) {
      const areas = areasIn(row + line);
      const first = line * width;
      for (let column = 0; column < width; column++) {
        const code = codes[first + column];
        if (code === valuedEncoding.nodata || !(areas[column] > 0)) continue;
        sums[Math.floor(code / codesPerStep) - lowestStep] += areas[column];
      }
    }
  }
  const first = sums.findIndex((area) => area > 0);
  if (first < 0) return { firstHundredth: 0, hectares: [] };
  const last = sums.findLastIndex((area) => area > 0);
  return {
    firstHundredth: first + lowestStep,
    hectares: Array.from(sums.subarray(first, last + 1)),
  };
}
