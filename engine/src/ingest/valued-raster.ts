import { kindItem, openCog } from '../render/values/open-cog.ts';
import { FileSource } from '../source/file-source.ts';
import type { CogDescription } from '../tiff/index.ts';
import type { Valuation } from '../valuation/index.ts';
import type { Statistics } from './facts.ts';
import { asRasterError } from './inspect.ts';
import { scaled, statisticsItems, statisticsOf } from './measure/summary.ts';
import type { PyramidPlan } from './pyramid/plan.ts';
import { valuedEncoding } from './pyramid/valuing.ts';
import {
  assembleCog,
  tileEncodingFor,
  tileSizeFor,
  writePyramid,
} from './pyramid/write-pyramid.ts';

export interface ValuedRaster {
  readonly bytes: number;
  /** Statistics of the values; null if there are none. */
  readonly statistics: Statistics | null;
}

export interface ValuedRasterOptions {
  /** @param share 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The share of the whole work that is done when all tiles are made. */
const tilesShare = 0.95;

/**
 * Writes the values of an ingested raster's pixels as a Cloud Optimized GeoTIFF on the same grid.
 * Values are 16-bit whole numbers in ten-thousandths, and pixels without a value are nodata. The
 * target is written completely or not at all. Rejects with RasterError if the raster cannot be
 * read, or with the signal's reason when aborted.
 */
export async function buildValuedRaster(
  cogPath: string,
  targetPath: string,
  valuation: Valuation,
  { onProgress = () => {}, signal }: ValuedRasterOptions = {},
): Promise<ValuedRaster> {
  await using file = await FileSource.open(cogPath);
  const cog = await openCog(file, signal);
  const [image] = cog.levels as [(typeof cog.levels)[number]];
  const { sampleType, nodata } = valuedEncoding;
  const band = cog.bands[0];
  const bands = cog.alphaBand === undefined ? [band] : [band, cog.alphaBand];
  const tileSize = tileSizeFor(image, bands.length, image.sampleType);
  const overviews = cog.kind === 'categorical' ? ('mode' as const) : ('average' as const);
  const description: CogDescription = {
    width: image.width,
    height: image.height,
    bandCount: 1,
    sampleType,
    affine: cog.affine,
    ...(image.epsg === undefined ? { geoKeyTags: image.geoKeyTags } : { epsg: image.epsg }),
    nodata,
  };
  const plan: PyramidPlan = {
    tileSize,
    sourceBands: bands.length,
    sourceType: image.sampleType,
    bandCount: 1,
    keepsMask: false,
    encoding: tileEncodingFor(description, { tileSize, overviews }),
    overviews,
    nodata,
    alphaBand: cog.alphaBand === undefined ? undefined : 1,
    measure: { band: 0, nodata, hasHidden: false },
    valuing: { valuation, nodata: cog.nodata, scale: cog.scale, offset: cog.offset },
  };
  const onTiles = (share: number) => onProgress(share * tilesShare);
  const work = { image, bands, plan, scratchPath: targetPath, onProgress: onTiles, signal };
  try {
    return await writePyramid(work, async (levels, { visible }) => {
      const statistics = statisticsOf(visible);
      const items = { [kindItem]: 'continuous', ...statisticsItems(visible) };
      const { scale } = valuedEncoding;
      const valued = { ...description, bands: [{ description: 'value', scale, items }] };
      const options = { tileSize, overviews, signal } as const;
      const bytes = await assembleCog(targetPath, valued, levels, options);
      onProgress(1);
      return { bytes, statistics: statistics && scaled(statistics, scale, 0) };
    });
  } catch (error) {
    throw asRasterError(error);
  }
}
