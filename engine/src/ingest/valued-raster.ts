import { type Cog, kindItem, openCog } from '../render/cog.ts';
import { FileSource } from '../source/file-source.ts';
import type { CogDescription } from '../tiff/index.ts';
import type { Valuation } from '../valuation/index.ts';
import type { Statistics } from './facts.ts';
import { scaled, statisticsItems, statisticsOf } from './measure/summary.ts';
import { type PyramidWork, writePyramid } from './pyramid/write-pyramid.ts';
import { measureValueAreas, type ValueAreas } from './value-areas.ts';
import { valuedEncoding } from './valued-encoding.ts';

export interface ValuedRasterFacts {
  readonly bytes: number;
  /** Statistics of the values; null if there are none. */
  readonly statistics: Statistics | null;
  /** How much ground has which value. Files of earlier versions don't have them. */
  readonly areas?: ValueAreas;
}

export interface ValuedRasterOptions {
  /** @param share 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** What the file tells about itself, as items of GDAL's metadata. */
  readonly items?: Readonly<Record<string, string>> | undefined;
}

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
  { onProgress, signal, items: told }: ValuedRasterOptions = {},
): Promise<ValuedRasterFacts> {
  await using file = await FileSource.open(cogPath);
  const cog = await openCog(file, signal);
  const { image } = cog;
  const { nodata, scale } = valuedEncoding;
  const band = cog.bands[0];
  const description = valuedDescription(cog);
  const work: PyramidWork = {
    image,
    bands: cog.alphaBand === undefined ? [band] : [band, cog.alphaBand],
    description,
    overviews: cog.kind === 'categorical' ? 'mode' : 'average',
    nodata,
    alphaBand: cog.alphaBand === undefined ? undefined : 1,
    measure: { band: 0, hasHidden: false },
    valuing: { valuation, nodata: cog.nodata, scale: cog.scale, offset: cog.offset },
    targetPath,
    onShare: onProgress,
    signal,
  };
  const written = await writePyramid(work, ({ visible }) => {
    const items = { [kindItem]: 'continuous', ...told, ...statisticsItems(visible) };
    return { ...description, bands: [{ description: 'value', scale, items }] };
  });
  return factsOfValued(written, await measureValueAreas(targetPath, signal));
}

/** A file of values on the grid of an ingested raster. */
export function valuedDescription({ image, affine }: Cog): CogDescription {
  const { sampleType, nodata } = valuedEncoding;
  return {
    width: image.width,
    height: image.height,
    bandCount: 1,
    sampleType,
    affine,
    ...(image.epsg === undefined ? { geoKeyTags: image.geoKeyTags } : { epsg: image.epsg }),
    nodata,
  };
}

/** What is told of a file of values that has been written. */
export function factsOfValued(
  { bytes, measured }: Awaited<ReturnType<typeof writePyramid>>,
  areas: ValueAreas,
): ValuedRasterFacts {
  const statistics = statisticsOf(measured.visible);
  return { bytes, statistics: statistics && scaled(statistics, valuedEncoding.scale, 0), areas };
}
