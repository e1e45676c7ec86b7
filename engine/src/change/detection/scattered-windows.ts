import type { Window } from '../../raster/grid.ts';
import type { PixelLayout } from '../../raster/pixel-layout.ts';
import { windowAround } from '../../raster/window.ts';
import {
  type CellGroup,
  groupBySquare,
  type KeptCells,
  observedIn,
  pixelsOf,
} from './kept-cells.ts';

/**
 * Sides of the squares into which an area is cut, in cells of 32 pixels. They halve from 1,536 to
 * 96 pixels.
 */
const squareSides = [48, 24, 12, 6, 3] as const;
/** Context around a window, in cells. The bias field of a pixel depends on no cell further away. */
const marginCells = 2;
/** The fixed cost of a window, expressed in cells. */
const cellsPerWindow = 8;

/** A window that is compared at once. */
export interface ScatteredWindow {
  /** The window whose pixels are wanted, in the layout's raster. */
  readonly core: Window;
  /** The same window with its context. */
  readonly raster: Window;
}

/**
 * Windows that together hold all observed pixels of an area, each with 64 pixels of context around
 * it. A square of 1,536 pixels is quartered as long as the empty cells that this leaves out
 * outnumber the context that it adds.
 */
export function scatteredWindows(layout: PixelLayout, cells: KeptCells): ScatteredWindow[] {
  const [side] = squareSides;
  return groupBySquare(cells.observed.keys(), cells, side)
    .flatMap((group) => cheapest(group, cells, 0).groups)
    .filter((group) => observedIn(cells, group.cells) > 0)
    .map(({ bounds }) => ({
      core: pixelsOf(bounds, layout),
      raster: pixelsOf(contextOf(bounds, cells), layout),
    }));
}

interface Cut {
  readonly groups: readonly CellGroup[];
  /** The number of cells that are worked on. */
  readonly cost: number;
}

/**
 * Returns the cheaper of a group as a whole and its quarters, each of which is cut in the same way.
 */
function cheapest(group: CellGroup, cells: KeptCells, level: number): Cut {
  const { width, height } = group.bounds;
  const cost = (width + 2 * marginCells) * (height + 2 * marginCells) + cellsPerWindow;
  const whole = { groups: [group], cost };
  if (level + 1 === squareSides.length) return whole;
  const quarters = groupBySquare(group.cells, cells, squareSides[level + 1]).map((quarter) =>
    cheapest(quarter, cells, level + 1),
  );
  const quartersCost = quarters.reduce((sum, quarter) => sum + quarter.cost, 0);
  if (quartersCost >= cost) return whole;
  return { groups: quarters.flatMap(({ groups }) => groups), cost: quartersCost };
}

/** A window of cells with its margin, shrunk to the kept cells. */
function contextOf(
  { column, row, width, height }: Window,
  { columns, observed }: KeptCells,
): Window {
  const [lastColumn, lastRow] = [column + width - 1, row + height - 1];
  const cells = [row * columns + column, lastRow * columns + lastColumn];
  const end = Math.min(columns, lastColumn + 1 + marginCells);
  for (let y = Math.max(0, row - marginCells); y <= lastRow + marginCells; y++) {
    for (let x = Math.max(0, column - marginCells); x < end; x++) {
      if (observed.has(y * columns + x)) cells.push(y * columns + x);
    }
  }
  return windowAround(cells, columns);
}
