import type { TiffImage } from '../structure/image.ts';
import type { Tiff } from '../structure/open.ts';

/** Overviews are rounded up to whole pixels, so that their pixels are a little finer than they ought to be. */
const tolerance = 1.001;

/**
 * The image with the largest pixels that are not larger than asked for: the full image when even its
 * pixels are. `pixelSize` is in units of the CRS, or in pixels of the full image when the file does
 * not place it.
 */
export function selectOverview(tiff: Tiff, pixelSize: number): TiffImage {
  const full = pixelSizeOf(tiff.image);
  const fitting = tiff.overviews.filter(
    (overview) => (full * tiff.image.width) / overview.width <= pixelSize * tolerance,
  );
  return fitting.at(-1) ?? tiff.image;
}

/** The longer side of a pixel on the ground, in units of the CRS; 1 when the image is not placed. */
function pixelSizeOf({ affine }: TiffImage): number {
  return affine ? Math.max(Math.hypot(affine[0], affine[3]), Math.hypot(affine[1], affine[4])) : 1;
}
