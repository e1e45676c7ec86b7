import { FileSource } from '../source/file-source.ts';
import type { BandFacts } from './facts.ts';
import { asRasterError, inspectRaster, type RasterChoices } from './inspect.ts';
import { bandFacts } from './measure/summary.ts';
import { tileSizeFor, writePyramid } from './pyramid/write-pyramid.ts';

/**
 * Measures one band of a raster file without writing anything. Rejects with RasterError if the file
 * cannot be used, or with the signal's reason when aborted.
 */
export async function measureRaster(
  sourcePath: string,
  { signal, ...choices }: RasterChoices & { signal?: AbortSignal } = {},
): Promise<BandFacts> {
  await using file = await FileSource.open(sourcePath);
  const { image, header } = await inspectRaster(file, choices, signal ? { signal } : {});
  const { sampleType, nodata } = image;
  const alpha = image.colours.alphaBand;
  const bands = alpha === undefined ? [header.band] : [header.band, alpha];
  const plan = {
    tileSize: tileSizeFor(image, bands.length, sampleType),
    sourceBands: bands.length,
    sourceType: sampleType,
    bandCount: bands.length,
    keepsMask: true,
    encoding: undefined,
    overviews: 'average',
    nodata,
    alphaBand: alpha === undefined ? undefined : 1,
    measure: { band: 0, nodata, hasHidden: header.hasMask },
    valuing: undefined,
  } as const;
  const { scale, offset } = image.bands[header.band];
  const work = { image, bands, plan, scratchPath: sourcePath, onProgress: () => {}, signal };
  try {
    return await writePyramid(work, async (_, measured) =>
      bandFacts(measured, {
        scale,
        offset,
        isWhole: !sampleType.startsWith('float'),
        isClasses: header.kind === 'categorical',
        palette: image.colours.palette,
      }),
    );
  } catch (error) {
    throw asRasterError(error);
  }
}
