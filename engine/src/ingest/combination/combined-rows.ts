import type { Window } from '../../raster/grid.ts';
import type { ImageRows } from '../rows/image-rows.ts';

/** So many pixels of the result are held at a time. */
const pixelsAtOnce = 2 ** 24;
/** Bands of rows share what is read of other grids at their edges, which is read again for the next band. */
const bandHeight = 1024;
/** The same holds for the strips of a band. */
const stripWidth = 1024;

/** Computes parts of the result, one at a time, row by row. */
type Lane = (part: Window) => Promise<Int16Array>;

/** The rows of the result from the top. The next ones are computed while these are written. */
export async function* combinedRows(
  { width, height }: { readonly width: number; readonly height: number },
  lanes: readonly Lane[],
): AsyncGenerator<ImageRows> {
  const rowsAtOnce = Math.max(1, Math.min(height, Math.floor(pixelsAtOnce / width), bandHeight));
  const bandFrom = (row: number) => {
    const band = { column: 0, row, width, height: Math.min(rowsAtOnce, height - row) };
    const codes = codesOfBand(band, lanes);
    // Who reads the rows before it may fail first.
    codes.catch(() => {});
    return codes;
  };
  let next = bandFrom(0);
  for (let row = 0; row < height; row += rowsAtOnce) {
    const codes = await next;
    if (row + rowsAtOnce < height) next = bandFrom(row + rowsAtOnce);
    yield { rowCount: codes.length / width, bands: [codes], mask: undefined };
  }
}

/** Each lane computes one strip after the other. */
async function codesOfBand(band: Window, lanes: readonly Lane[]): Promise<Int16Array> {
  const codes = new Int16Array(band.width * band.height);
  const strips = stripsOf(band);
  await Promise.all(
    lanes.map(async (codesIn) => {
      for (let strip = strips.shift(); strip; strip = strips.shift()) {
        const found = await codesIn(strip);
        for (let row = 0; row < strip.height; row++) {
          const part = found.subarray(row * strip.width, (row + 1) * strip.width);
          codes.set(part, row * band.width + strip.column);
        }
      }
    }),
  );
  return codes;
}

function stripsOf(band: Window): Window[] {
  return Array.from({ length: Math.ceil(band.width / stripWidth) }, (_, index) => {
    const column = index * stripWidth;
    return { ...band, column, width: Math.min(stripWidth, band.width - column) };
  });
}
