import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';
import { boxOf } from '../geometry/box.ts';

type Polygons = Position[][][];

/** Of one piece: what a sweep takes at a time without filling memory. */
const piecePositions = 20_000;

export interface Neighbourhood {
  /** Polygons whose boxes are no farther apart are neighbours. */
  readonly reach: number;
  readonly budget: Budget;
}

/**
 * Work on polygons that lie beside one another, done in pieces of neighbours first and then on what
 * came of all of them: what is large in the end was small in between. Polygons that are farther than
 * `reach` from all others, by their boxes, are left out of the work.
 *
 * @returns undefined when the work gives undefined, when no polygon has a neighbour, or when the file's
 * comparisons are used up
 */
export function inPieces(
  polygons: Polygons,
  neighbourhood: Neighbourhood,
  work: (piece: Polygons) => Polygons | undefined,
): Polygons | undefined {
  const separated = separate(polygons, neighbourhood);
  if (!separated) return undefined;
  const { alone, near } = separated;
  const pieces = near.length > 0 ? divide(near) : [];
  if (pieces.length === 0) return undefined;
  const results: Polygons[] = [];
  for (const piece of pieces) {
    const result = work(piece);
    if (!result) return undefined;
    results.push(result);
  }
  const done = results.flat();
  if (pieces.length === 1) return [...alone, ...done];
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
  const boxes = polygons.map(([outer = []]) => boxOf(outer));
  const index = new Flatbush(boxes.length);
  for (const box of boxes) index.add(...box);
  index.finish();
  const hasNeighbour: boolean[] = [];
  for (const [west, south, east, north] of boxes) {
    let found = 0;
    index.search(west - reach, south - reach, east + reach, north + reach, () => {
      found += 1;
      return false;
    });
    // It finds itself too.
    hasNeighbour.push(found > 1);
    if (!budget.mayCompare(found)) return undefined;
  }
  return {
    alone: polygons.filter((_, index) => !hasNeighbour[index]),
    near: polygons.filter((_, index) => hasNeighbour[index]),
  };
}

/** Pieces of about the same size: columns from west to east, cut from south to north. */
function divide(polygons: Polygons): Polygons[] {
  const positions = polygons.flat().reduce((sum, { length }) => sum + length, 0);
  const columns = Math.ceil(Math.sqrt(positions / piecePositions));
  return slice(polygons, columns, 0).flatMap((column) => slice(column, columns, 1));
}

/** So many parts, in the order of the polygons' first corners along an axis. */
function slice(polygons: Polygons, count: number, axis: 0 | 1): Polygons[] {
  const sorted = polygons.toSorted((a, b) => a[0]![0]![axis]! - b[0]![0]![axis]!);
  const size = Math.ceil(sorted.length / count);
  return Array.from({ length: count }, (_, part) =>
    sorted.slice(part * size, (part + 1) * size),
  ).filter(({ length }) => length > 0);
}
