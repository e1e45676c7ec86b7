import { FileSource } from '../source/file-source.ts';
import { sparseSample } from '../tiff/reading/copy-block.ts';
import type { BandFacts } from './facts.ts';
import { asRasterError, inspectRaster, type RasterChoices } from './inspect.ts';
import { type BandMeasures, createBandMeasure, joinMeasures } from './measure/band-measure.ts';
import { bandFacts } from './measure/summary.ts';
import { canMeasureBlocks, measureImage } from './pyramid/measure-image.ts';
import {
  createTileMakers,
  type PyramidWork,
  tileSizeFor,
  writePyramid,
} from './pyramid/write-pyramid.ts';

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
    const measured = canMeasureBlocks(image)
      ? await measureBlocks(work, header.band)
      : await writePyramid(work, async (_, measures) => measures);
    return bandFacts(measured, {
      scale,
      offset,
      isWhole: !sampleType.startsWith('float'),
      isClasses: header.kind === 'categorical',
      palette: image.colours.palette,
    });
  } catch (error) {
    throw asRasterError(error);
  }
}

async function measureBlocks(work: PyramidWork, band: number): Promise<BandMeasures> {
  const { image, plan, signal } = work;
  const makers = createTileMakers(work);
  try {
    const sparsePixels = await measureImage({ image, band, makers, signal });
    const measured = await makers.measured();
    if (sparsePixels === 0) return measured;
    const sparse = createBandMeasure(image.sampleType, plan.measure.nodata);
    sparse.addRepeated(sparseSample(image), sparsePixels);
    return { ...measured, visible: joinMeasures(measured.visible, sparse.state()) };
  } finally {
    await makers.close();
  }
}
