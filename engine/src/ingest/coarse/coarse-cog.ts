import type { Tiff, TiffImage } from '../../tiff/index.ts';
import { asRasterError } from '../errors.ts';
import type { CoarseFacts } from '../facts.ts';
import type { InspectedRaster } from '../inspect.ts';
import { writeMeasuredCog } from '../measured-cog.ts';
import { coarsePixels } from './lattice.ts';
import { coarseSize, readCoarsely } from './read-coarsely.ts';

/**
 * Writes a coarse picture of an inspected raster, of at most 512 pixels along a side: a Cloud Optimized
 * GeoTIFF that is drawn as an ingested raster is. It reads a few of the file's samples, in about a
 * second whatever the file's size. Null for a file that can't be read so, such as one of a single large
 * compressed strip. Rejects with RasterError if the pixels cannot be read, or with the signal's reason
 * when aborted.
 */
export async function writeCoarseCog(
  inspected: InspectedRaster,
  targetPath: string,
  signal?: AbortSignal,
): Promise<CoarseFacts | null> {
  const { tiff, image, bands, header } = inspected;
  const source = coarsestOf(tiff);
  const size = coarseSize(image);
  try {
    const picture = await readCoarsely(source, bands, size, signal);
    const mask = source.mask && (await readCoarsely(source.mask, [0], size, signal));
    if (!picture || (source.mask && !mask)) return null;
    const [columns, rows] = [image.width / size.width, image.height / size.height];
    const [a, b, c, d, e, f] = image.affine;
    const affine = [a * columns, b * rows, c, d * columns, e * rows, f] as const;
    const coarse = { ...image, ...size, affine, mask: mask && source.mask };
    const { shown } = await writeMeasuredCog({ ...inspected, image: coarse }, targetPath, {
      rows: () => [
        {
          rowCount: size.height,
          bands: picture.bands,
          mask: mask?.bands[0] as Uint8Array | undefined,
        },
      ],
      signal,
    });
    const coarserBy = Math.log2(Math.max(1, columns, rows));
    return { shown, maxZoom: Math.max(0, Math.round(header.maxZoom - coarserBy)) };
  } catch (error) {
    throw asRasterError(error);
  }
}

/** The smallest of the file's overviews that is as large as the picture, else the image itself. */
function coarsestOf({ image, overviews }: Tiff): TiffImage {
  const isUseful = ({ width, height, bandCount, sampleType, mask }: TiffImage) =>
    Math.max(width, height) >= coarsePixels &&
    bandCount === image.bandCount &&
    sampleType === image.sampleType &&
    (mask === undefined) === (image.mask === undefined);
  return overviews.filter(isUseful).at(-1) ?? image;
}
