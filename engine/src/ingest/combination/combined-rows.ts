import type { Window } from '../../raster/grid.ts';
import { copyShared, rowsOfWindow } from '../../raster/window.ts';
import type { ImageRows } from '../rows/image-rows.ts';
import { windowWidth } from './open-combination.ts';

/** So many pixels of the result are held at a time. */
const pixelsAtOnce = 2 ** 24;
const bandHeight = 512;
/** The strips that are computed at the same time are so wide together: each keeps the tiles below its rows. */
const columnsAtOnce = 10_240;

/** Computes parts of the result, one at a time, row by row. */
type Lane = (part: Window) => Promise<Int16Array>;

/** The rows of the result from the top. The next ones are computed while these are written. */
export async function* combinedRows(
  { width, height }: { readonly width: number; readonly height: number },
  lanes: readonly Lane[],
): AsyncGenerator<ImageRows> {
  const bands = rowsOfWindow({ column: 0, row: 0, width, height }, pixelsAtOnce, bandHeight);
  const begin = () => {
    const { value: band } = bands.next();
    const codes = band && codesOfBand(band, lanes);
    // Who reads the rows before it may fail first.
    codes?.catch(() => {});
    return codes;
  };
  for (let next = begin(); next; ) {
    const codes = await next;
    next = begin();
    yield { rowCount: codes.length / width, bands: [codes], mask: undefined };
  }
}

/**
 * Each lane computes one strip after the other. Where there are as many strips as lanes, a lane's strip goes on below the
 * last one, whose tiles it still has.
 */
async function codesOfBand(band: Window, lanes: readonly Lane[]): Promise<Int16Array> {
  const codes = new Int16Array(band.width * band.height);
  const strips = stripsOf(band, lanes.length);
  await Promise.all(
    lanes.map(async (codesIn) => {
      for (let strip = strips.shift(); strip; strip = strips.shift()) {
        copyShared(strip, await codesIn(strip), band, codes);
      }
    }),
  );
  return codes;
}

/** Strips of whole windows, so that values do not depend on the number of lanes. */
function stripsOf(band: Window, laneCount: number): Window[] {
  const columns = Math.min(band.width, columnsAtOnce) / laneCount;
  const stripWidth = Math.ceil(columns / windowWidth) * windowWidth;
  return Array.from({ length: Math.ceil(band.width / stripWidth) }, (_, index) => {
    const column = index * stripWidth;
    return { ...band, column, width: Math.min(stripWidth, band.width - column) };
  });
}
