import type { Grid } from '../../raster/grid.ts';
import { parallelPositions } from '../../raster/warp.ts';
import type { IsBlockWanted, TiffImage } from '../../tiff/index.ts';
import type { NeededPixels } from './needed-pixels.ts';

/**
 * Finds the blocks of a source that hold needed pixels, with a margin. The result is undefined if
 * the source and the target have different axes, because every block under the pixels' window may
 * be needed then.
 */
export function needOnBlocks(
  source: Grid,
  {
    blockWidth,
    blockHeight,
    columns,
    rows,
  }: Pick<TiffImage['layout'], 'blockWidth' | 'blockHeight' | 'columns' | 'rows'>,
  needed: NeededPixels,
  marginPixels: number,
): IsBlockWanted | undefined {
  const positions = parallelPositions(source, needed.target);
  if (!positions) return undefined;
  const spanColumns = blockSpans(positions.columns, {
    blockSize: blockWidth,
    blocks: columns,
    marginPixels,
  });
  const spanRows = blockSpans(positions.rows, {
    blockSize: blockHeight,
    blocks: rows,
    marginPixels,
  });
  const isNeeded = new Uint8Array(columns * rows);
  for (const [blockRow, [top, bottom]] of spanRows) {
    for (const [blockColumn, [left, right]] of spanColumns) {
      const part = { left, right, top, bottom };
      if (hasNeed(needed, part)) isNeeded[blockRow * columns + blockColumn] = 1;
    }
  }
  return (column, row) => isNeeded[row * columns + column] === 1;
}

type Span = [first: number, end: number];

/** For each block along an axis that the target reaches, the target's pixels that reach it. */
function blockSpans(
  positions: Float64Array,
  { blockSize, blocks, marginPixels }: { blockSize: number; blocks: number; marginPixels: number },
): Map<number, Span> {
  const spans = new Map<number, Span>();
  for (const [index, position] of positions.entries()) {
    const first = Math.max(0, Math.floor((position - marginPixels) / blockSize));
    const last = Math.min(blocks - 1, Math.floor((position + marginPixels) / blockSize));
    for (let block = first; block <= last; block++) {
      const span = spans.get(block);
      if (span) span[1] = index + 1;
      else spans.set(block, [index, index + 1]);
    }
  }
  return spans;
}

function hasNeed(
  { need, grid, window }: NeededPixels,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): boolean {
  for (let row = top; row < bottom; row++) {
    const start = (window.row + row) * grid.width + window.column;
    if (need.subarray(start + left, start + right).includes(1)) return true;
  }
  return false;
}
