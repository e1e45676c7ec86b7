import { describeCog, withMeasure } from './describe-cog.ts';
import type { RasterFacts } from './facts.ts';
import { asRasterError, type InspectedRaster } from './inspect.ts';
import { keptBands } from './limits.ts';
import { bandFacts } from './measure/summary.ts';
import { assembleCog, tileEncodingFor } from './pyramid/assemble-cog.ts';
import { tileSizeFor, writePyramid } from './pyramid/write-pyramid.ts';
import type { ImageRows } from './rows/rows.ts';

interface MeasuredCogOptions {
  /** All rows of the image, where they do not come from its file. */
  readonly rows?: ImageRows | undefined;
  /** @param share 0 to 1 */
  readonly onShare?: (share: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The share of the whole work that is done when all tiles are made. */
const tilesShare = 0.95;

/**
 * Measures an inspected raster and writes it as a Cloud Optimized GeoTIFF with overviews, masks and
 * colours. The target is written completely or not at all. Rejects with RasterError if the pixels
 * cannot be read, or with the signal's reason when aborted.
 */
export async function writeMeasuredCog(
  inspected: InspectedRaster,
  targetPath: string,
  { rows, onShare = () => {}, signal }: MeasuredCogOptions,
): Promise<Pick<RasterFacts, 'shown' | 'cogBytes'>> {
  const { image, header } = inspected;
  const { sampleType } = image;
  const description = describeCog(inspected);
  const { bandCount } = description;
  const overviews = header.kind === 'categorical' ? 'mode' : 'average';
  const tileSize = tileSizeFor(image, bandCount, sampleType);
  const bands = keptBands(image, header.band);
  const { nodata } = image;
  const work = {
    image,
    bands,
    rows,
    plan: {
      tileSize,
      sourceBands: bandCount,
      sourceType: sampleType,
      bandCount,
      keepsMask: true,
      encoding: tileEncodingFor(description, { tileSize, overviews }),
      overviews,
      nodata,
      alphaBand: description.alphaBand,
      measure: { band: bands.indexOf(header.band), nodata, hasHidden: header.hasMask },
      valuing: undefined,
    },
    scratchPath: targetPath,
    onProgress: (share: number) => onShare(share * tilesShare),
    signal,
  } as const;
  try {
    return await writePyramid(work, async (levels, measured) => {
      const { scale, offset } = image.bands[header.band];
      const shown = bandFacts(measured, {
        scale,
        offset,
        isWhole: !sampleType.startsWith('float'),
        isClasses: header.kind === 'categorical',
        palette: image.colours.palette,
      });
      const measuredDescription = withMeasure(description, inspected, measured.visible);
      const options = { tileSize, overviews, signal } as const;
      const cogBytes = await assembleCog(targetPath, measuredDescription, levels, options);
      onShare(1);
      return { shown, cogBytes };
    });
  } catch (error) {
    throw asRasterError(error);
  }
}
