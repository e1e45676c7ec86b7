import type { Window } from '../raster/grid.ts';

/** Which of an image's blocks hold something that is needed: 1 for each that does, row by row. */
export interface NeededBlocks {
  readonly columns: number;
  readonly rows: number;
  readonly needed: Uint8Array;
  readonly blockWidth: number;
  readonly blockHeight: number;
}

/**
 * Few rectangles that hold all needed blocks and no others: runs of blocks in a row, united with the
 * same run of the row above. In pixels of the image; the last ones may reach beyond its edges.
 */
export function neededWindows(blocks: NeededBlocks): Window[] {
  const windows: Window[] = [];
  let open: { first: number; end: number; top: number }[] = [];
  for (let row = 0; row <= blocks.rows; row += 1) {
    const runs = row < blocks.rows ? runsOfRow(blocks, row) : [];
    const next: typeof open = [];
    for (const run of runs) {
      const above = open.find(({ first, end }) => first === run.first && end === run.end);
      next.push({ ...run, top: above ? above.top : row });
    }
    for (const rectangle of open) {
      const continues = next.some(
        ({ first, end, top }) =>
          first === rectangle.first && end === rectangle.end && top === rectangle.top,
      );
      if (!continues) windows.push(windowOf(blocks, rectangle, row));
    }
    open = next;
  }
  return windows;
}

function runsOfRow(
  { columns, needed }: NeededBlocks,
  row: number,
): { first: number; end: number }[] {
  const runs: { first: number; end: number }[] = [];
  for (let column = 0; column < columns; column += 1) {
    if (needed[row * columns + column] === 0) continue;
    const last = runs.at(-1);
    if (last?.end === column) last.end += 1;
    else runs.push({ first: column, end: column + 1 });
  }
  return runs;
}

function windowOf(
  { blockWidth, blockHeight }: NeededBlocks,
  { first, end, top }: { first: number; end: number; top: number },
  bottom: number,
): Window {
  return {
    column: first * blockWidth,
    row: top * blockHeight,
    width: (end - first) * blockWidth,
    height: (bottom - top) * blockHeight,
  };
}
