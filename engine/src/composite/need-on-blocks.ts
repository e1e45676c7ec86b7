import { invertAffine, isAxisAligned, pixelToCrs } from '../raster/affine.ts';
import type { Grid } from '../raster/grid.ts';
import type { NeededBlocks } from './needed-windows.ts';

interface BlockSizes {
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Which blocks of a source the needed pixels of a target lie in, with a margin. Undefined when the
 * two don't run along the same axes: then every block under the target may be needed.
 */
export function needOnBlocks(
  source: Grid,
  { blockWidth, blockHeight, columns, rows }: BlockSizes,
  need: Uint8Array,
  target: Grid,
  marginPixels: number,
): NeededBlocks | undefined {
  const isParallel =
    source.epsg === target.epsg && isAxisAligned(source.affine) && isAxisAligned(target.affine);
  if (!isParallel) return undefined;
  const toSource = invertAffine(source.affine);
  const position = (column: number, row: number): [number, number] =>
    pixelToCrs(toSource, ...pixelToCrs(target.affine, column + 0.5, row + 0.5));
  const blockColumns = blockSpans(target.width, columns, (index, offset) =>
    Math.floor((position(index, 0)[0] + offset) / blockWidth),
  );
  const blockRows = blockSpans(target.height, rows, (index, offset) =>
    Math.floor((position(0, index)[1] + offset) / blockHeight),
  );
  const needed = new Uint8Array(columns * rows);
  for (let row = 0, index = 0; row < target.height; row += 1) {
    for (let column = 0; column < target.width; column += 1, index += 1) {
      if (need[index] === 0) continue;
      for (let y = blockRows.first[row]!; y <= blockRows.last[row]!; y += 1) {
        for (let x = blockColumns.first[column]!; x <= blockColumns.last[column]!; x += 1) {
          needed[y * columns + x] = 1;
        }
      }
    }
  }
  return { columns, rows, blockWidth, blockHeight, needed };

  /** First and last block that each target column (or row) reaches, cut to those that exist. */
  function blockSpans(
    count: number,
    blocks: number,
    blockAt: (index: number, offset: number) => number,
  ): { first: Int32Array; last: Int32Array } {
    const first = new Int32Array(count);
    const last = new Int32Array(count);
    for (let index = 0; index < count; index += 1) {
      first[index] = Math.max(0, blockAt(index, -marginPixels));
      last[index] = Math.min(blocks - 1, blockAt(index, marginPixels));
    }
    return { first, last };
  }
}
