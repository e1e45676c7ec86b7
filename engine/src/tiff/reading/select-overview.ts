import type { TiffImage } from '../structure/image.ts';
import type { Tiff } from '../structure/open.ts';

/**
 * The size of overviews is rounded up to whole pixels, so their pixels are slightly finer than
 * expected.
 */
const tolerance = 1.001;

/**
 * Selects the image with the largest pixels that are no larger than asked for, or the full image if
 * its pixels are larger. `pixelSize` is in units of the CRS, or in pixels of the full image if the
 * file is not georeferenced.
 */
export function selectOverview(tiff: Tiff, pixelSize: number): TiffImage {
  const full = pixelSizeOf(tiff.image);
  const fitting = tiff.overviews.filter(
    (overview) => (full * tiff.image.width) / overview.width <= pixelSize * tolerance,
  );
  return fitting.at(-1) ?? tiff.image;
}

/**
 * The longer side of a pixel on the ground, in units of the CRS; 1 if the image is not
 * georeferenced.
 */
function pixelSizeOf({ affine }: TiffImage): number {
  return affine ? Math.max(Math.hypot(affine[0], affine[3]), Math.hypot(affine[1], affine[4])) : 1;
}
