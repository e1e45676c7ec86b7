import type { PixelLayout } from '../src/raster/pixel-layout.ts';

/** A layout that keeps those pixels of a raster where `isKept` is 1. */
export function layoutOfKept(isKept: ArrayLike<number>, width: number): PixelLayout {
  const height = isKept.length / width;
  const [firstOfRow, starts, ends, offsets]: number[][] = [[0], [], [], []];
  let pixelCount = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (isKept[row * width + column] !== 1) continue;
      if (column === 0 || isKept[row * width + column - 1] !== 1) {
        starts!.push(column);
        offsets!.push(pixelCount);
      }
      pixelCount++;
      ends![starts!.length - 1] = column + 1;
    }
    firstOfRow!.push(starts!.length);
  }
  const spans = {
    firstOfRow: Uint32Array.from(firstOfRow!),
    starts: Uint32Array.from(starts!),
    ends: Uint32Array.from(ends!),
    offsets: Uint32Array.from(offsets!),
  };
  return { width, height, pixelCount, spans };
}

/** The samples of such a layout for a raster: its kept pixels, in their order. */
export function keptOf<Samples extends Uint8Array | Int32Array | Uint32Array | Float32Array>(
  raster: Samples,
  isKept: ArrayLike<number>,
): Samples {
  return raster.filter((_value: number, index: number) => isKept[index] === 1) as Samples;
}

/** Places a small layout with spans in a larger raster, with its first pixel at the given place. */
export function placedIn(
  { width, height }: { width: number; height: number },
  { column, row }: { column: number; row: number },
  small: PixelLayout,
): PixelLayout {
  const { firstOfRow, starts, ends, offsets } = small.spans!;
  const placedRows = new Uint32Array(height + 1).fill(starts.length, row);
  placedRows.set(firstOfRow, row);
  const spans = {
    firstOfRow: placedRows,
    starts: starts.map((start) => start + column),
    ends: ends.map((end) => end + column),
    offsets,
  };
  return { width, height, pixelCount: small.pixelCount, spans };
}

/** The index of a pixel among the kept ones; -1 if it is not kept or lies outside of the raster. */
export function indexAt(
  { width, height, spans }: PixelLayout,
  column: number,
  row: number,
): number {
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  if (!spans) return row * width + column;
  for (let span = spans.firstOfRow[row]; span < spans.firstOfRow[row + 1]; span++) {
    const isInside = column >= spans.starts[span] && column < spans.ends[span];
    if (isInside) return spans.offsets[span] + column - spans.starts[span];
  }
  return -1;
}
