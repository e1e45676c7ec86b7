import type { MultiPolygon, Polygon } from 'geojson';
import { areaBounds } from '../../geo/bounds.ts';
import { rasterizeArea } from '../../raster/rasterize.ts';
import { windowGrid, windowUnder } from '../../raster/window.ts';
import { changePalette } from '../../render/change-palette.ts';
import { gridOfImage, readWindow, type Tiff } from '../../tiff/index.ts';

/**
 * The share of a shape that a run did not see clearly on both dates, 0 to 1, by the pixels of its
 * area whose centres lie in the shape; 0 where there are none.
 *
 * @param tiff the run's `change.tif`
 * @param shape in longitude and latitude, WGS 84
 */
export async function unobservedShare(
  { image }: Pick<Tiff, 'image'>,
  shape: Polygon | MultiPolygon,
): Promise<number> {
  const grid = gridOfImage(image);
  const [west, south, east, north] = areaBounds(shape);
  const degrees = [east - west, 0, west, 0, south - north, north] as const;
  const window = windowUnder(grid, { width: 1, height: 1, affine: degrees, epsg: 4326 }, 1);
  if (window === undefined) return 0;
  const { bands } = await readWindow(image, window);
  const inShape = rasterizeArea(shape, windowGrid(grid, window));
  let pixels = 0;
  let unobserved = 0;
  for (let index = 0; index < inShape.length; index++) {
    const code = bands[0][index];
    if (inShape[index] !== 1 || code === changePalette.outside.code) continue;
    pixels++;
    if (code === changePalette.unobserved.code) unobserved++;
  }
  return pixels === 0 ? 0 : unobserved / pixels;
}
