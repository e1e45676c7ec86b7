import Flatbush from 'flatbush';
import FlatQueue from 'flatqueue';
import type { Position } from 'geojson';
import { metersPerDegree } from '../../geo/measures.ts';

/**
 * The most corners that are examined in total. Otherwise outlines that overlap many times would
 * take forever.
 */
const maxComparisons = 5_000_000;
/** A closed triangle has four positions, because its first corner is repeated. */
const fewestPositions = 4;

/** Rings with fewer corners, and the largest distance by which their outline moved. */
export interface SimplifiedRings {
  readonly rings: Position[][];
  readonly movedMeters: number;
}

export interface SimplifyOptions {
  readonly maxPositions: number;
  /**
   * Coordinates are whole numbers of this fraction of a degree, so that tests are exact; 1 for
   * degrees.
   */
  readonly unitsPerDegree: number;
  /**
   * Whether rings may share edges, as neighbours do that were not united. Each ring then loses a
   * shared corner independently. By default such corners stay.
   */
  readonly mayShareEdges?: boolean;
}

/**
 * Removes corners from closed rings until at most `maxPositions` are left. Corners that change the
 * outline least are removed first (after Visvalingam & Whyatt 1993). A corner is removed only if no
 * other corner of any ring lies in its triangle. Rings without crossings therefore never come to
 * cross themselves or one another. Corners where rings touch stay, unless `mayShareEdges` is set.
 *
 * @returns undefined if so few corners cannot be reached in this way
 */
export function simplifyRings(
  rings: readonly Position[][],
  options: SimplifyOptions,
): SimplifiedRings | undefined {
  const { maxPositions } = options;
  if (rings.length * fewestPositions > maxPositions) return undefined;
  const outlines = new Outlines(rings, options);
  const queue = new FlatQueue<number>();
  for (let corner = 0; corner < outlines.size; corner++) {
    queue.push(corner, outlines.weigh(corner));
  }
  while (outlines.positions > maxPositions) {
    const weight = queue.peekValue();
    const corner = queue.pop();
    if (corner === undefined || weight === undefined || outlines.comparisons > maxComparisons)
      return undefined;
    // Entries stay in the queue when a neighbour is removed. Outdated entries are skipped here.
    if (outlines.isGone(corner) || outlines.weigh(corner) !== weight) continue;
    if (!outlines.mayGo(corner)) continue;
    for (const neighbour of outlines.remove(corner)) {
      queue.push(neighbour, outlines.weigh(neighbour));
    }
  }
  return outlines.result();
}

/** The corners of all rings as linked lists. */
class Outlines {
  readonly size: number;
  /** The positions of all rings, including the closing ones. */
  positions: number;
  /** How many corners were examined to decide whether others may be removed. */
  comparisons = 0;
  readonly #rings: readonly Position[][];
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #ringOf: Int32Array;
  /** The number of positions left in each ring. */
  readonly #left: Int32Array;
  readonly #index: Flatbush;
  readonly #metersPerUnit: readonly [x: number, y: number];
  readonly #mayShareEdges: boolean;

  constructor(
    rings: readonly Position[][],
    { unitsPerDegree, mayShareEdges = false }: SimplifyOptions,
  ) {
    this.#mayShareEdges = mayShareEdges;
    this.#rings = rings;
    this.size = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
    this.positions = this.size + rings.length;
    this.#x = new Float64Array(this.size);
    this.#y = new Float64Array(this.size);
    this.#next = new Int32Array(this.size);
    this.#previous = new Int32Array(this.size);
    this.#ringOf = new Int32Array(this.size);
    this.#left = Int32Array.from(rings, ({ length }) => length);
    this.#index = new Flatbush(this.size);
    const latitude = this.#rings[0][0][1] / unitsPerDegree;
    const metersPerUnit = metersPerDegree / unitsPerDegree;
    const shrink = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    this.#metersPerUnit = [metersPerUnit * shrink, metersPerUnit];
    this.#link();
  }

  #link(): void {
    let start = 0;
    this.#rings.forEach((ring, number) => {
      const count = ring.length - 1;
      for (let index = 0; index < count; index++) {
        const corner = start + index;
        const [x = 0, y = 0] = ring[index];
        this.#x[corner] = x;
        this.#y[corner] = y;
        this.#next[corner] = start + ((index + 1) % count);
        this.#previous[corner] = start + ((index + count - 1) % count);
        this.#ringOf[corner] = number;
        this.#index.add(x, y);
      }
      start += count;
    });
    this.#index.finish();
  }

  isGone(corner: number): boolean {
    return this.#next[corner] < 0;
  }

  /**
   * How much the outline changes without a corner, in square metres: the area of the triangle with
   * its neighbours, or the square of its distance from the new edge. The second keeps long thin
   * inlets.
   */
  weigh(corner: number): number {
    const [previous, next] = [this.#previous[corner], this.#next[corner]];
    const [width, height] = this.#metersPerUnit;
    const triangle = (Math.abs(this.#side(previous, corner, next)) / 2) * width * height;
    return Math.max(triangle, this.#distance(corner, previous, next) ** 2);
  }

  /** Twice the signed area of a triangle of corners, in squared units. It is exact. */
  #side(a: number, b: number, c: number): number {
    const [x, y] = [this.#x, this.#y];
    return (x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a]);
  }

  mayGo(corner: number): boolean {
    if (this.#left[this.#ringOf[corner]] <= fewestPositions) return false;
    const [from, to] = [this.#previous[corner], this.#next[corner]];
    const [x, y] = [this.#x, this.#y];
    const inTheWay = this.#index.search(
      Math.min(x[from], x[corner], x[to]),
      Math.min(y[from], y[corner], y[to]),
      Math.max(x[from], x[corner], x[to]),
      Math.max(y[from], y[corner], y[to]),
      (other) => {
        this.comparisons++;
        return !this.isGone(other) && this.#isInTheWay(other, from, corner, to);
      },
    );
    return inTheWay.length === 0;
  }

  /** Whether a corner prevents the removal of the triangle's middle corner. */
  #isInTheWay(other: number, from: number, corner: number, to: number): boolean {
    if (other === from || other === corner || other === to) return false;
    if (this.#mayShareEdges) {
      const isShared = [from, corner, to].some((each) => this.#isSamePlace(other, each));
      if (isShared) return false;
    }
    // The new edge may exist already, as an edge of another ring.
    if (this.#isSamePlace(other, from)) return this.#hasEdge(other, to);
    if (this.#isSamePlace(other, to)) return this.#hasEdge(other, from);
    const sides = [
      this.#side(from, corner, other),
      this.#side(corner, to, other),
      this.#side(to, from, other),
    ];
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  }

  #isSamePlace(a: number, b: number): boolean {
    return this.#x[a] === this.#x[b] && this.#y[a] === this.#y[b];
  }

  /** Whether an edge connects a corner with the place of another one, in either direction. */
  #hasEdge(corner: number, other: number): boolean {
    return (
      this.#isSamePlace(this.#next[corner], other) ||
      this.#isSamePlace(this.#previous[corner], other)
    );
  }

  /** Removes a corner. @returns its neighbours, whose triangles have changed */
  remove(corner: number): [number, number] {
    const [previous, next] = [this.#previous[corner], this.#next[corner]];
    this.#next[previous] = next;
    this.#previous[next] = previous;
    this.#next[corner] = -1;
    this.#left[this.#ringOf[corner]]--;
    this.positions--;
    return [previous, next];
  }

  result(): SimplifiedRings {
    let start = 0;
    let movedMeters = 0;
    const rings = this.#rings.map((ring) => {
      const corners = ring.slice(0, -1).map((_, index) => start + index);
      const kept = corners.filter((corner) => !this.isGone(corner));
      for (const corner of kept) {
        movedMeters = Math.max(movedMeters, this.#gap(corner, corners, start));
      }
      const positions = kept.map((corner) => ring[corner - start]);
      start += corners.length;
      return [...positions, [...positions[0]]];
    });
    return { rings, movedMeters };
  }

  /**
   * The largest distance of the corners that were removed behind a corner from the edge that
   * replaces them.
   */
  #gap(corner: number, corners: readonly number[], start: number): number {
    const end = this.#next[corner];
    let farthest = 0;
    let index = corner - start;
    for (;;) {
      index = (index + 1) % corners.length;
      const gone = corners[index];
      if (gone === end) return farthest;
      farthest = Math.max(farthest, this.#distance(gone, corner, end));
    }
  }

  /** The distance from a corner to the segment between two others, in metres. */
  #distance(corner: number, from: number, to: number): number {
    const [width, height] = this.#metersPerUnit;
    const dx = (this.#x[to] - this.#x[from]) * width;
    const dy = (this.#y[to] - this.#y[from]) * height;
    const x = (this.#x[corner] - this.#x[from]) * width;
    const y = (this.#y[corner] - this.#y[from]) * height;
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length));
    return Math.hypot(x - share * dx, y - share * dy);
  }
}
