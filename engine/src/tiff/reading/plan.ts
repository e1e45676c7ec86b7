import type { Window } from '../../raster/grid.ts';
import type { BlockPlace } from '../structure/block-table.ts';
import type { TiffImage } from '../structure/image.ts';

/** One block that a window needs. */
export interface PlannedBlock {
  readonly column: number;
  readonly row: number;
  /** The band of a planar block; 0 for a block that contains all bands. */
  readonly plane: number;
  readonly offset: number;
  readonly length: number;
}

/** Blocks that are read with one request. */
export interface PlannedRange {
  readonly offset: number;
  readonly length: number;
  readonly blocks: readonly PlannedBlock[];
}

export interface ReadPlan {
  readonly ranges: readonly PlannedRange[];
  /** Blocks that the file leaves out, or that are not wanted. */
  readonly sparse: readonly { column: number; row: number; plane: number }[];
}

export interface CoalesceOptions {
  /**
   * The largest gap between two blocks that is read along, because it costs less than another
   * request.
   */
  readonly gapBytes: number;
  /**
   * Ranges are not merged beyond this size, because several requests at once are faster than a very
   * large one.
   */
  readonly rangeBytes: number;
}

export const defaultCoalesceOptions: CoalesceOptions = {
  gapBytes: 32 * 1024,
  rangeBytes: 2 * 1024 * 1024,
};

/** Whether any pixel of the block at a column and row of blocks is wanted. */
export type IsBlockWanted = (column: number, row: number) => boolean;

/**
 * Plans the byte ranges to be read for a window's blocks, in the order of the file. Blocks that are
 * not wanted are treated like those that the file leaves out.
 */
export async function planRead(
  image: TiffImage,
  window: Window,
  bands: readonly number[],
  options: CoalesceOptions & { isBlockWanted?: IsBlockWanted; signal?: AbortSignal },
): Promise<ReadPlan> {
  const { isBlockWanted = () => true, signal } = options;
  const { blockWidth, blockHeight, isPlanar } = image.layout;
  const firstColumn = Math.floor(window.column / blockWidth);
  const lastColumn = Math.floor((window.column + window.width - 1) / blockWidth);
  const firstRow = Math.floor(window.row / blockHeight);
  const lastRow = Math.floor((window.row + window.height - 1) / blockHeight);
  const planes = isPlanar ? new Set(bands) : [0];
  const locate = await image.blockTable.locator({ firstRow, lastRow, planes }, signal);
  const present: PlannedBlock[] = [];
  const sparse: { column: number; row: number; plane: number }[] = [];
  for (const plane of planes) {
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const isWanted = isBlockWanted(column, row);
        const place: BlockPlace = isWanted ? locate(column, row, plane) : undefined;
        if (place) {
          present.push({ column, row, plane, ...place });
        } else {
          sparse.push({ column, row, plane });
        }
      }
    }
  }
  return { ranges: coalesce(present, options), sparse };
}

function coalesce(
  blocks: PlannedBlock[],
  { gapBytes, rangeBytes }: CoalesceOptions,
): PlannedRange[] {
  const ranges: { offset: number; length: number; blocks: PlannedBlock[] }[] = [];
  for (const block of blocks.sort((one, other) => one.offset - other.offset)) {
    const range = ranges.at(-1);
    const end = block.offset + block.length;
    if (
      range &&
      block.offset <= range.offset + range.length + gapBytes &&
      end - range.offset <= rangeBytes
    ) {
      range.length = Math.max(range.length, end - range.offset);
      range.blocks.push(block);
    } else {
      ranges.push({ offset: block.offset, length: block.length, blocks: [block] });
    }
  }
  return ranges;
}
