import type { Window } from '../../raster/grid.ts';
import type { PixelLayout } from '../../raster/pixel-layout.ts';
import { cellPixels } from '../evidence/local-bias.ts';
import { mulberry32 } from '../pair/sample.ts';
import {
  type CellGroup,
  groupBySquare,
  type KeptCells,
  observedIn,
  pixelsOf,
} from './kept-cells.ts';

/** Side of a block, in cells of 32 pixels. */
const blockCells = 8;
/** Unobserved cells between blocks. A block influences cells up to one and a half cells away. */
const gutterCells = 2;
/** The largest number of pixels in the raster that the blocks form. */
const mostPixels = 3_000_000;

/** A raster that is assembled from blocks of an area. */
export interface LearningRaster {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly LearningBlock[];
}

interface LearningBlock {
  /** The block's window in the area's raster. */
  readonly source: Window;
  /** The column and row of its first pixel in the assembled raster. */
  readonly column: number;
  readonly row: number;
}

/**
 * Draws blocks of 256 × 256 pixels, shrunk to the pixels that they hold, at random from an area
 * until they fill a raster of three million pixels. If all blocks fit, all are taken. The same seed
 * draws the same blocks.
 */
export function drawLearningRaster(
  layout: PixelLayout,
  cells: KeptCells,
  seed: number,
): LearningRaster {
  const groups = groupBySquare(cells.observed.keys(), cells, blockCells);
  const seen = groups.filter((group) => observedIn(cells, group.cells) > 0);
  const drawn = draw(seen, mostPixels / cellPixels ** 2, mulberry32(seed));
  return packed(drawn, layout);
}

/** Takes shuffled blocks from the first one on, as long as there is room. */
function draw(groups: readonly CellGroup[], room: number, random: () => number): CellGroup[] {
  const remaining = [...groups];
  const drawn: CellGroup[] = [];
  let left = room;
  while (remaining.length > 0) {
    const at = Math.floor(random() * remaining.length);
    const group = remaining[at];
    left -= areaWithGutter(group);
    if (left < 0 && drawn.length > 0) break;
    drawn.push(group);
    remaining[at] = remaining[remaining.length - 1];
    remaining.pop();
  }
  return drawn;
}

function areaWithGutter({ bounds }: CellGroup): number {
  return (bounds.width + gutterCells) * (bounds.height + gutterCells);
}

/** Arranges blocks on shelves as wide as a square of their total area, the highest blocks first. */
function packed(groups: readonly CellGroup[], layout: PixelLayout): LearningRaster {
  const area = groups.reduce((sum, group) => sum + areaWithGutter(group), 0);
  const shelf = Math.max(blockCells + gutterCells, Math.ceil(Math.sqrt(area)));
  const blocks: LearningBlock[] = [];
  let [column, row, shelfHeight, width] = [0, 0, 0, 0];
  for (const { bounds } of groups.toSorted((a, b) => b.bounds.height - a.bounds.height)) {
    if (column + bounds.width > shelf) {
      row += shelfHeight + gutterCells;
      [column, shelfHeight] = [0, 0];
    }
    shelfHeight = Math.max(shelfHeight, bounds.height);
    width = Math.max(width, column + bounds.width);
    blocks.push({
      source: pixelsOf(bounds, layout),
      column: column * cellPixels,
      row: row * cellPixels,
    });
    column += bounds.width + gutterCells;
  }
  return { width: width * cellPixels, height: (row + shelfHeight) * cellPixels, blocks };
}
