import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Budget } from '../budget.ts';

/**
 * Counts the crossings of the edges of a polygon's rings, up to `enough`. Edges that only touch do
 * not count. The result is undefined if the file's comparisons are used up.
 */
export function countCrossings(
  rings: readonly Position[][],
  budget: Budget,
  enough: number,
): number | undefined {
  const edges = new Edges(rings);
  let crossings = 0;
  for (let edge = 0; edge < edges.count && crossings < enough; edge++) {
    const near = edges.near(edge);
    if (!budget.mayCompare(near.length + 1)) return undefined;
    for (const other of near) if (edges.doCross(edge, other)) crossings++;
  }
  return crossings;
}

const sampledEdges = 1000;

/**
 * Estimates how many pairs of edges have bounding boxes that meet, up to `enough`, and from a
 * sample how many of these pairs cross. It takes much less time than counting.
 */
export function estimateEncounters(
  rings: readonly Position[][],
  enough: number,
): { encounters: number; crossings: number } {
  const edges = new Edges(rings);
  const step = Math.max(1, Math.floor(edges.count / sampledEdges));
  let encounters = 0;
  let crossings = 0;
  for (let edge = 0; edge < edges.count && encounters <= enough; edge += step) {
    const near = edges.near(edge);
    encounters += near.length * step;
    for (const other of near) if (edges.doCross(edge, other)) crossings += step;
  }
  return { encounters, crossings };
}

/**
 * Whether the edges of a polygon's rings meet only where one ends and the next begins. Coordinates
 * are whole numbers below 2^25, so the result is exact. It is undefined if the file's comparisons
 * are used up.
 */
export function areApart(rings: readonly Position[][], budget: Budget): boolean | undefined {
  const edges = new Edges(rings);
  for (let edge = 0; edge < edges.count; edge++) {
    const near = edges.near(edge);
    if (!budget.mayCompare(near.length + 1)) return undefined;
    if (near.some((other) => edges.doCross(edge, other) || edges.doTouch(edge, other))) {
      return false;
    }
  }
  return true;
}

/**
 * Adds a corner wherever edges cross, so that crossing edges meet there, on whole numbers. Edges
 * then move by less than a unit. The result is undefined if the file's comparisons are used up.
 */
export function bendAtCrossings(
  rings: readonly Position[][],
  budget: Budget,
): Position[][] | undefined {
  const edges = new Edges(rings);
  const bends = new Map<number, Position[]>();
  for (let edge = 0; edge < edges.count; edge++) {
    const near = edges.near(edge);
    if (!budget.mayCompare(near.length + 1)) return undefined;
    for (const other of near) {
      if (!edges.doCross(edge, other)) continue;
      const place = edges.crossingOf(edge, other).map(Math.round);
      for (const each of [edge, other]) bends.set(each, [...(bends.get(each) ?? []), place]);
    }
  }
  let edge = 0;
  return rings.map((ring) =>
    ring.flatMap((position, index) => {
      if (index === 0) return [position];
      const [x0 = 0, y0 = 0] = ring[index - 1];
      const from = ([x = 0, y = 0]: Position) => (x - x0) ** 2 + (y - y0) ** 2;
      const places = bends.get(edge++) ?? [];
      return [...places.sort((a, b) => from(a) - from(b)), position];
    }),
  );
}

/** With at least this many edges, an index is faster than testing each. */
const fewestIndexed = 24;
const fewEdges = Array.from({ length: fewestIndexed }, (_, edge) => edge);

/**
 * The whole numbers below `count` in a fixed random order. The index needs quadratic time to sort
 * some orders, such as stripes from north to south.
 */
function shuffledNumbers(count: number): Uint32Array {
  const numbers = Uint32Array.from({ length: count }, (_, index) => index);
  let state = 1;
  for (let last = count - 1; last > 0; last--) {
    // Lehmer's generator (Park and Miller, 1988).
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (last + 1);
    [numbers[last], numbers[other]] = [numbers[other], numbers[last]];
  }
  return numbers;
}

/** The edges of rings as numbers, because objects would need several times their memory. */
class Edges {
  readonly count: number;
  /** For each edge, x and y of its start and of its end. */
  readonly #ends: Float64Array;
  /** For each edge, the edge that begins where it ends. */
  readonly #next: Int32Array;
  readonly #index: Flatbush | undefined;
  /** The order of the edges in the index. */
  readonly #order: Uint32Array;

  constructor(rings: readonly Position[][]) {
    this.count = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
    this.#ends = new Float64Array(this.count * 4);
    this.#next = new Int32Array(this.count);
    this.#index = this.count < fewestIndexed ? undefined : new Flatbush(this.count);
    this.#order = shuffledNumbers(this.#index ? this.count : 0);
    let edge = 0;
    for (const ring of rings) {
      const first = edge;
      for (let corner = 1; corner < ring.length; corner++, edge++) {
        const [fromX = 0, fromY = 0] = ring[corner - 1];
        const [toX = 0, toY = 0] = ring[corner];
        const at = edge * 4;
        this.#ends[at] = fromX;
        this.#ends[at + 1] = fromY;
        this.#ends[at + 2] = toX;
        this.#ends[at + 3] = toY;
        this.#next[edge] = corner + 1 < ring.length ? edge + 1 : first;
      }
    }
    for (const each of this.#order) this.#index?.add(...this.#boxOf(each));
    this.#index?.finish();
  }

  #boxOf(edge: number): [west: number, south: number, east: number, north: number] {
    const at = edge * 4;
    const [x0, y0] = [this.#ends[at], this.#ends[at + 1]];
    const [x1, y1] = [this.#ends[at + 2], this.#ends[at + 3]];
    return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
  }

  /**
   * Edges with a higher number whose bounding box meets this one's. If there are few edges, all of
   * them.
   */
  near(edge: number): readonly number[] {
    if (this.#index) {
      const order = this.#order;
      return this.#index
        .search(...this.#boxOf(edge), (place) => order[place] > edge)
        .map((place) => order[place]);
    }
    return fewEdges.slice(edge + 1, this.count);
  }

  /** Whether two edges cross, so that each has its ends on both sides of the other. */
  doCross(edge: number, other: number): boolean {
    return this.#isDivided(edge, other) && this.#isDivided(other, edge);
  }

  /** Where two edges cross. */
  crossingOf(edge: number, other: number): Position {
    const [e, o, ends] = [edge * 4, other * 4, this.#ends];
    const [x, y] = [ends[e], ends[e + 1]];
    const [dx, dy] = [ends[e + 2] - x, ends[e + 3] - y];
    const [otherDx, otherDy] = [ends[o + 2] - ends[o], ends[o + 3] - ends[o + 1]];
    const share =
      ((ends[o] - x) * otherDy - (ends[o + 1] - y) * otherDx) / (dx * otherDy - dy * otherDx);
    return [x + share * dx, y + share * dy];
  }

  /**
   * Whether an end of one edge lies on the other. The common corner of consecutive edges does not
   * count.
   */
  doTouch(edge: number, other: number): boolean {
    const isBefore = this.#next[edge] === other;
    const isBehind = this.#next[other] === edge;
    return (
      (!isBefore && (this.#holds(edge, other * 4) || this.#holds(other, edge * 4 + 2))) ||
      (!isBehind && (this.#holds(edge, other * 4 + 2) || this.#holds(other, edge * 4)))
    );
  }

  /** Whether the position at `p` lies on an edge. */
  #holds(edge: number, p: number): boolean {
    const [x, y] = [this.#ends[p], this.#ends[p + 1]];
    const [west, south, east, north] = this.#boxOf(edge);
    const isBeside = x >= west && x <= east && y >= south && y <= north;
    return isBeside && this.#side(edge * 4, p) === 0;
  }

  #isDivided(edge: number, other: number): boolean {
    const [e, o] = [edge * 4, other * 4];
    return this.#side(e, o) * this.#side(e, o + 2) < 0;
  }

  /** The sign tells on which side of the edge at `e` the position at `p` lies. */
  #side(e: number, p: number): number {
    const ends = this.#ends;
    const [dx, dy] = [ends[e + 2] - ends[e], ends[e + 3] - ends[e + 1]];
    return Math.sign(dx * (ends[p + 1] - ends[e + 1]) - (ends[p] - ends[e]) * dy);
  }
}
