import { kindItem } from '../render/cog.ts';
import { combinedRows } from './combination/combined-rows.ts';
import { type Combination, OpenCombination } from './combination/open-combination.ts';
import { statisticsItems } from './measure/summary.ts';
import { writePyramid } from './pyramid/write-pyramid.ts';
import type { ImageRows } from './rows/image-rows.ts';
import { ValueAreaSums } from './value-areas.ts';
import { valuedEncoding } from './valued-encoding.ts';
import {
  factsOfValued,
  type ValuedRasterFacts,
  type ValuedRasterOptions,
  valuedDescription,
} from './valued-raster.ts';

export interface CombinationOrder extends Combination {
  /** What the file tells about itself, as items of GDAL's metadata. */
  readonly items: Readonly<Record<string, string>>;
}

/**
 * Writes the weighted mean of the values of several rasters as a Cloud Optimized GeoTIFF on the grid of one
 * of them, encoded like a valued raster. The numbers of the others are sampled at the centres of its pixels as
 * they are for the map: bilinearly, classes from the nearest pixel; then they are valued. What lies beyond a
 * raster has no value in it. The target is written completely or not at all. Rejects with RasterError if a
 * raster cannot be read, or with the signal's reason when aborted.
 */
export async function buildCombinedRaster(
  { items, ...given }: CombinationOrder,
  targetPath: string,
  { onProgress, signal }: Omit<ValuedRasterOptions, 'items'> = {},
): Promise<ValuedRasterFacts> {
  await using opened = await OpenCombination.open(given, signal);
  const { grid: cog, gridOf } = opened;
  const { image } = cog;
  const { sampleType, nodata, scale } = valuedEncoding;
  const description = valuedDescription(cog);
  const areas = new ValueAreaSums(cog);
  const written = await writePyramid(
    {
      image: { ...image, sampleType, bandCount: 1, mask: undefined },
      bands: [0],
      combination: { ...given, gridOf },
      rows: ({ combiners }) => measured(combinedRows(image, combiners), areas),
      description,
      overviews: 'average',
      nodata,
      alphaBand: undefined,
      measure: { band: 0, hasHidden: false },
      valuing: undefined,
      targetPath,
      onShare: onProgress,
      signal,
    },
    ({ visible }) => {
      const described = { [kindItem]: 'continuous', ...items, ...statisticsItems(visible) };
      return {
        ...description,
        bands: [{ description: 'combined value', scale, items: described }],
      };
    },
  );
  return factsOfValued(written, areas.areas());
}

/** Measures rows on their way, while threads compute the next ones. */
async function* measured(
  rows: AsyncIterable<ImageRows>,
  areas: ValueAreaSums,
): AsyncGenerator<ImageRows> {
  let row = 0;
  for await (const part of rows) {
    areas.addRows(row, part.bands[0]);
    row += part.rowCount;
    yield part;
  }
}
