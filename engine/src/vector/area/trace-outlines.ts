import type { Position } from 'geojson';
import { indexBoxes } from '../../geo/box-index.ts';
import type { Budget } from '../budget.ts';
import { groupRings } from '../geometry/group-rings.ts';

/** Coordinates are whole numbers from minus this to plus this. */
const reach = 2 ** 25;

/**
 * Makes valid polygons from rings that do not cross but may touch themselves and one another. Outer
 * rings run counter-clockwise, holes clockwise. Parts that are connected only at single corners are
 * separated, and edges with ground on both sides are removed.
 *
 * Edges are divided where corners lie on them. They are then followed with the ground on the left,
 * at each corner along the edge that turns left most.
 *
 * @returns undefined if rings overlap along edges, or if the comparisons are used up
 */
export function traceOutlines(
  rings: readonly Position[][],
  budget: Budget,
): Position[][][] | undefined {
  const corners = new Corners(rings);
  const edges = corners.divide(budget);
  const outgoing = edges && outgoingOf(edges);
  if (!outgoing) return undefined;
  const loops = follow(outgoing, corners).map((loop) => loop.map((corner) => corners.at(corner)));
  let strays = 0;
  const polygons = groupRings(loops, {
    budget,
    onStrayHole: () => (strays += 1),
  });
  return strays === 0 ? polygons : undefined;
}

type Edge = readonly [from: number, to: number];
/** For each corner, the corners to which edges lead. */
type Outgoing = Map<number, number[]>;

/** The distinct places of the rings' corners, and the rings as numbers of these places. */
class Corners {
  readonly #places: Position[] = [];
  readonly #rings: number[][];

  constructor(rings: readonly Position[][]) {
    const numbers = new Map<number, number>();
    this.#rings = rings.map((ring) =>
      ring.map((position) => {
        const [x = 0, y = 0] = position;
        const key = (x + reach) * 2 * reach + (y + reach);
        let number = numbers.get(key);
        if (number === undefined) {
          number = this.#places.push(position) - 1;
          numbers.set(key, number);
        }
        return number;
      }),
    );
  }

  at(corner: number): Position {
    return this.#places[corner];
  }

  /** All edges from corner to corner, divided at corners that lie on them. */
  divide(budget: Budget): Edge[] | undefined {
    if (this.#places.length === 0) return [];
    const index = indexBoxes(this.#places.map(([x = 0, y = 0]) => [x, y, x, y]));
    const edges: Edge[] = [];
    for (const ring of this.#rings) {
      for (let at = 1; at < ring.length; at++) {
        const [from, to] = [ring[at - 1], ring[at]];
        const [x0 = 0, y0 = 0] = this.at(from);
        const [x1 = 0, y1 = 0] = this.at(to);
        const near = index.search(
          Math.min(x0, x1),
          Math.min(y0, y1),
          Math.max(x0, x1),
          Math.max(y0, y1),
        );
        if (!budget.mayCompare(near.length + 1)) return undefined;
        const along = ([x = 0, y = 0]: Position) => (x - x0) * (x1 - x0) + (y - y0) * (y1 - y0);
        const on = near
          .filter((corner) => {
            const [x = 0, y = 0] = this.at(corner);
            return (x1 - x0) * (y - y0) === (x - x0) * (y1 - y0);
          })
          .sort((a, b) => along(this.at(a)) - along(this.at(b)));
        for (let step = 1; step < on.length; step++) edges.push([on[step - 1], on[step]]);
      }
    }
    return edges;
  }

  /** The direction from one corner to another, in radians. */
  direction(from: number, to: number): number {
    const [x0 = 0, y0 = 0] = this.at(from);
    const [x1 = 0, y1 = 0] = this.at(to);
    return Math.atan2(y1 - y0, x1 - x0);
  }
}

/** The edges that have ground on one side only; undefined if ground overlaps ground. */
function outgoingOf(edges: readonly Edge[]): Outgoing | undefined {
  const outgoing: Outgoing = new Map();
  for (const [from, to] of edges) {
    const back = outgoing.get(to);
    const opposite = back?.indexOf(from) ?? -1;
    if (back && opposite >= 0) {
      back.splice(opposite, 1);
      continue;
    }
    const out = outgoing.get(from);
    if (out?.includes(to)) return undefined;
    if (out) out.push(to);
    else outgoing.set(from, [to]);
  }
  return outgoing;
}

/** The loops of all edges. Each loop passes a corner once. Removes the edges that it follows. */
function follow(outgoing: Outgoing, corners: Corners): number[][] {
  const loops: number[][] = [];
  for (const [start, out] of outgoing) {
    while (out.length > 0) {
      const path = [start];
      let from = start;
      let to = out.pop();
      while (to !== undefined) {
        path.push(to);
        [from, to] = [to, takeLeftMost(from, to)];
      }
      for (const loop of loopsOf(path)) loops.push(loop);
    }
  }
  return loops;

  /** The leftmost turn separates parts that only touch. */
  function takeLeftMost(from: number, at: number): number | undefined {
    const out = outgoing.get(at) ?? [];
    if (out.length < 2) return out.pop();
    const back = corners.direction(at, from);
    const turns = out.map((to) => (back - corners.direction(at, to) + 4 * Math.PI) % (2 * Math.PI));
    return out.splice(turns.indexOf(Math.min(...turns)), 1)[0];
  }
}

/**
 * Divides a closed path into loops that pass each corner once. Lines there and back are left out.
 */
function loopsOf(path: readonly number[]): number[][] {
  const loops: number[][] = [];
  const current: number[] = [];
  const placeOf = new Map<number, number>();
  for (const corner of path) {
    const place = placeOf.get(corner);
    if (place !== undefined) {
      const loop = current.splice(place);
      for (const passed of loop) placeOf.delete(passed);
      if (loop.length > 2) loops.push([...loop, corner]);
    }
    placeOf.set(corner, current.push(corner) - 1);
  }
  return loops;
}
