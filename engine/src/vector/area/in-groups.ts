import type { Position } from 'geojson';
import { boundsOf } from '../../geo/bounds.ts';
import { indexBoxes } from '../../geo/box-index.ts';
import { countPositions } from '../../geo/rings.ts';
import type { Budget } from '../budget.ts';

type Polygons = Position[][][];

/** The most corners in one group, so that a sweep does not fill the memory. */
const groupPositions = 20_000;

export interface Neighbourhood {
  /** Polygons are neighbours if their bounding boxes are no further apart. */
  readonly reach: number;
  readonly budget: Budget;
}

/**
 * Works on adjacent polygons, first in groups of neighbours and then on the results of all groups.
 * The second step is smaller than the whole work would be. Polygons that are further than `reach`
 * from all others, by their bounding boxes, are left out.
 *
 * @returns undefined if the work returns undefined, if no polygon has a neighbour, or if the file's
 *   comparisons are used up
 */
export function inGroups(
  polygons: Polygons,
  neighbourhood: Neighbourhood,
  work: (group: Polygons) => Polygons | undefined,
): Polygons | undefined {
  const separated = separate(polygons, neighbourhood);
  if (!separated) return undefined;
  const { alone, near } = separated;
  const groups = near.length > 0 ? divide(near) : [];
  if (groups.length === 0) return undefined;
  const results: Polygons[] = [];
  for (const group of groups) {
    const result = work(group);
    if (!result) return undefined;
    results.push(result);
  }
  const done = results.flat();
  if (groups.length === 1) return [...alone, ...done];
  const last = separate(done, neighbourhood);
  if (!last) return undefined;
  const result = last.near.length > 0 ? work(last.near) : [];
  return result && [...alone, ...last.alone, ...result];
}

function separate(
  polygons: Polygons,
  { reach, budget }: Neighbourhood,
): { alone: Polygons; near: Polygons } | undefined {
  if (polygons.length < 2) return { alone: polygons, near: [] };
  const boxes = polygons.map(([outer = []]) => boundsOf(outer));
  const index = indexBoxes(boxes);
  const hasNeighbour: boolean[] = [];
  for (const [west, south, east, north] of boxes) {
    let found = 0;
    index.search(west - reach, south - reach, east + reach, north + reach, () => {
      found++;
      return false;
    });
    // Each polygon finds itself too.
    hasNeighbour.push(found > 1);
    if (!budget.mayCompare(found)) return undefined;
  }
  return {
    alone: polygons.filter((_, index) => !hasNeighbour[index]),
    near: polygons.filter((_, index) => hasNeighbour[index]),
  };
}

/** Groups of about the same size: columns from west to east, each cut from south to north. */
function divide(polygons: Polygons): Polygons[] {
  const positions = countPositions(polygons.flat());
  const columns = Math.ceil(Math.sqrt(positions / groupPositions));
  return slice(polygons, columns, 0).flatMap((column) => slice(column, columns, 1));
}

/** Divides polygons into so many parts, in the order of their first corners along an axis. */
function slice(polygons: Polygons, count: number, axis: 0 | 1): Polygons[] {
  const sorted = polygons.toSorted((a, b) => a[0][0][axis] - b[0][0][axis]);
  const size = Math.ceil(sorted.length / count);
  return Array.from({ length: count }, (_, part) =>
    sorted.slice(part * size, (part + 1) * size),
  ).filter(({ length }) => length > 0);
}
