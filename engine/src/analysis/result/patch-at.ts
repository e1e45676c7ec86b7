import { coordinateTransform } from '../../crs/transform.ts';
import { invertAffine, pixelToCrs } from '../../raster/grid.ts';
import { gridOfImage, readWindow, type Tiff } from '../../tiff/index.ts';

/**
 * Finds the patch at a place.
 *
 * @param tiff a run's `patch-ids.tif`
 * @param place longitude and latitude, WGS 84
 * @returns the patch's `id`; 0 if there is none, or if the place lies outside of the raster
 */
export async function readPatchId(
  { image }: Tiff,
  [longitude, latitude]: readonly [number, number],
): Promise<number> {
  const { affine, epsg, width, height } = gridOfImage(image);
  const place = coordinateTransform(4326, epsg)(longitude, latitude);
  const [column, row] = pixelToCrs(invertAffine(affine), ...place).map(Math.floor);
  // A place too far away for the projection becomes NaN, and all comparisons are then false.
  const isInside = column >= 0 && row >= 0 && column < width && row < height;
  if (!isInside) return 0;
  const { bands } = await readWindow(image, { column, row, width: 1, height: 1 });
  return bands[0][0];
}
