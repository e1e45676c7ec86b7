import type { Window } from '@refugia/engine/raster/grid.ts';
import { windowAround } from '@refugia/engine/raster/window.ts';
import { eventsNear, severityAt } from '../events/events.ts';
import type { LandEvent } from '../events/land-event.ts';
import { surfaces } from '../world/surfaces.ts';
import type { Lattice } from '../world/utm-grid.ts';
import type { Ground, GroundEvent } from './ground-types.ts';

/**
 * Calls back for each pixel that an event harms.
 * @param visit is given the pixel's index in a raster of `width` columns, and the severity
 */
export function forEachHarmed(
  { window, severity }: GroundEvent,
  width: number,
  visit: (index: number, severity: number) => void,
): void {
  for (let row = 0, at = 0; row < window.height; row++) {
    const start = (window.row + row) * width + window.column;
    for (let column = 0; column < window.width; column++, at++) {
      if (severity[at] !== 0) visit(start + column, severity[at]);
    }
  }
}

/** The events that reach a grid, with their severity where the ground can suffer them. */
export function groundEvents(ground: Ground, seed: number): GroundEvent[] {
  const { lattice } = ground;
  const { width } = ground.utmGrid;
  const { x: nodeX, y: nodeY } = ground.places;
  const west = nodeX.reduce((a, b) => Math.min(a, b));
  const east = nodeX.reduce((a, b) => Math.max(a, b));
  const south = nodeY.reduce((a, b) => Math.min(a, b));
  const north = nodeY.reduce((a, b) => Math.max(a, b));
  const found: GroundEvent[] = [];
  const rowX = new Float64Array(width);
  const rowY = new Float64Array(width);
  for (const event of eventsNear([west, south, east, north], seed)) {
    const window = reachedWindow(event, ground);
    if (!window) continue;
    const severity = new Uint8Array(window.width * window.height);
    let any = false;
    for (let row = 0, at = 0; row < window.height; row++) {
      lattice.interpolateRow(nodeX, window.row + row, rowX);
      lattice.interpolateRow(nodeY, window.row + row, rowY);
      for (let end = window.column + window.width, column = window.column; column < end; column++) {
        const value = severityAt(event, rowX[column], rowY[column]);
        const index = (window.row + row) * width + column;
        const effect = value === 0 ? 0 : value * susceptibility(ground, index, event);
        if (effect > 0) {
          severity[at] = Math.round(255 * effect);
          any = true;
        }
        at++;
      }
    }
    if (any) found.push({ event, window, severity });
  }
  return found;
}

/**
 * The world plane is rotated against a zone's grid. This is the largest step between nodes along an
 * axis.
 */
const longestStep = 1.5;

/** The pixels of the lattice cells that an event can reach into; undefined where there are none. */
function reachedWindow(
  { x, y, radiusMeters }: LandEvent,
  { utmGrid, lattice, places }: Ground,
): Window | undefined {
  const reach = radiusMeters + longestStep * lattice.stepMeters;
  const reached: number[] = [];
  for (let node = 0; node < lattice.size; node++) {
    if (Math.abs(places.x[node] - x) > reach || Math.abs(places.y[node] - y) > reach) continue;
    reached.push(node);
  }
  if (reached.length === 0) return undefined;
  const { column, row, width, height } = windowAround(reached, lattice.columns);
  const [firstColumn, endColumn] = pixelSpan(column, column + width - 1, {
    start: lattice.west - utmGrid.west,
    lattice,
    pixels: utmGrid.width,
  });
  const [firstRow, endRow] = pixelSpan(row, row + height - 1, {
    start: utmGrid.north - lattice.north,
    lattice,
    pixels: utmGrid.height,
  });
  if (endColumn <= firstColumn || endRow <= firstRow) return undefined;
  return {
    column: firstColumn,
    row: firstRow,
    width: endColumn - firstColumn,
    height: endRow - firstRow,
  };
}

/** The pixels of a grid whose centres lie between two nodes along an axis: first, and after the last. */
function pixelSpan(
  first: number,
  last: number,
  { start, lattice, pixels }: { start: number; lattice: Lattice; pixels: number },
): [first: number, end: number] {
  const { stepMeters, utmGrid } = lattice;
  const position = (node: number) => (start + node * stepMeters) / utmGrid.pixelMeters;
  return [
    Math.max(0, Math.floor(position(first) - 0.5)),
    Math.min(pixels, Math.ceil(position(last) + 0.5)),
  ];
}

/**
 * How strongly an event can affect a pixel. Cuts need trees, and fire spares water, fields and
 * towns.
 */
function susceptibility(ground: Ground, index: number, event: LandEvent): number {
  const group = surfaces[ground.surface[index]].group;
  const otherGroup = surfaces[ground.other[index]].group;
  const share = ground.otherShare[index] / 255;
  const counts = (of: string) => {
    switch (event.kind) {
      case 'clear-cut':
        return of === 'forest';
      case 'solar farm':
        return of !== 'water' && of !== 'built';
      case 'burn':
        return of === 'forest' || of === 'open';
    }
  };
  return (counts(group) ? 1 - share : 0) + (counts(otherGroup) ? share : 0);
}
