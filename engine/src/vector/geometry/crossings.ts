import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';

/**
 * How often the edges of a polygon's rings cross one another, counted up to `enough`. Edges that only
 * touch don't count. Undefined when the file's comparisons are used up.
 */
export function countCrossings(
  rings: readonly Position[][],
  budget: Budget,
  enough: number,
): number | undefined {
  const edges = new Edges(rings);
  let crossings = 0;
  for (let edge = 0; edge < edges.count && crossings < enough; edge += 1) {
    const near = edges.near(edge);
    if (!budget.mayCompare(near.length + 1)) return undefined;
    for (const other of near) if (edges.doCross(edge, other)) crossings += 1;
  }
  return crossings;
}

/** The edges of rings as numbers: objects would take several times their memory. */
class Edges {
  readonly count: number;
  /** x and y of the start, x and y of the end, edge by edge. */
  readonly #ends: Float64Array;
  readonly #index: Flatbush;

  constructor(rings: readonly Position[][]) {
    this.count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
    this.#ends = new Float64Array(this.count * 4);
    this.#index = new Flatbush(this.count);
    let at = 0;
    for (const ring of rings) {
      for (let corner = 1; corner < ring.length; corner += 1, at += 4) {
        const [fromX = 0, fromY = 0] = ring[corner - 1]!;
        const [toX = 0, toY = 0] = ring[corner]!;
        this.#ends.set([fromX, fromY, toX, toY], at);
        this.#index.add(
          Math.min(fromX, toX),
          Math.min(fromY, toY),
          Math.max(fromX, toX),
          Math.max(fromY, toY),
        );
      }
    }
    this.#index.finish();
  }

  /** Edges with a higher number whose box meets this one's. */
  near(edge: number): number[] {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = this.#ends.subarray(edge * 4, edge * 4 + 4);
    return this.#index.search(
      Math.min(x0, x1),
      Math.min(y0, y1),
      Math.max(x0, x1),
      Math.max(y0, y1),
      (other) => other > edge,
    );
  }

  /** Whether two edges cross, each with its ends on both sides of the other. */
  doCross(edge: number, other: number): boolean {
    return this.#isDivided(edge, other) && this.#isDivided(other, edge);
  }

  #isDivided(edge: number, other: number): boolean {
    const [e, o] = [edge * 4, other * 4];
    return this.#side(e, o) * this.#side(e, o + 2) < 0;
  }

  /** On which side of the edge at `e` the position at `p` lies: its sign. */
  #side(e: number, p: number): number {
    const ends = this.#ends;
    const [dx, dy] = [ends[e + 2]! - ends[e]!, ends[e + 3]! - ends[e + 1]!];
    return Math.sign(dx * (ends[p + 1]! - ends[e + 1]!) - (ends[p]! - ends[e]!) * dy);
  }
}
