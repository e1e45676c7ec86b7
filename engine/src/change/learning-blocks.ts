import type { Window } from '../raster/grid.ts';
import type { PixelLayout } from '../raster/pixel-layout.ts';
import {
  type CellGroup,
  groupBySquare,
  type KeptCells,
  observedIn,
  pixelsOf,
} from './kept-cells.ts';
import { cellPixels } from './local-bias.ts';
import { mulberry32 } from './sample.ts';

/** Side of a block, in cells of 32 pixels. */
const blockCells = 8;
/** Unobserved cells between blocks: what one of them shows reaches a cell and a half into them. */
const gutterCells = 2;
/** Pixels of the raster that blocks are put together to. */
const mostPixels = 3_000_000;

/** Blocks of an area, put side by side to a raster. */
export interface LearningRaster {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly LearningBlock[];
}

interface LearningBlock {
  /** Where it lies in the area's raster. */
  readonly source: Window;
  /** Where its first pixel lies in the raster that they make. */
  readonly column: number;
  readonly row: number;
}

/**
 * Blocks of 256 × 256 pixels, shrunk to what they hold, drawn at random from an area until they make a
 * raster of three million pixels: all of them where that is enough. The same seed draws the same ones.
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

/** The first of shuffled blocks, as many as have room. */
function draw(groups: readonly CellGroup[], room: number, random: () => number): CellGroup[] {
  const rest = [...groups];
  const drawn: CellGroup[] = [];
  let left = room;
  while (rest.length > 0) {
    const at = Math.floor(random() * rest.length);
    const group = rest[at];
    left -= areaWithGutter(group);
    if (left < 0 && drawn.length > 0) break;
    drawn.push(group);
    rest[at] = rest[rest.length - 1];
    rest.pop();
  }
  return drawn;
}

function areaWithGutter({ bounds }: CellGroup): number {
  return (bounds.width + gutterCells) * (bounds.height + gutterCells);
}

/** The highest first, on shelves of a square's width. */
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
