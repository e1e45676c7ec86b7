import type Flatbush from 'flatbush';
import type { Position } from 'geojson';
import type { Bounds } from '../geo/bounds.ts';
import { indexBoxes } from '../geo/box-index.ts';
import { type IntegerPoint, isOnSegment, isSamePoint, sideOf } from './integer-point.ts';

/** An edge of a path: its ends and its number. */
export interface Edge {
  readonly from: IntegerPoint;
  readonly to: IntegerPoint;
}

/** The edges of an open ring, the closing one among them. */
export function edgesOfRing(ring: readonly IntegerPoint[]): Edge[] {
  return ring.map((from, index) => ({ from, to: ring[(index + 1) % ring.length] }));
}

/**
 * How two edges meet. `cross`: each has ends on both sides of the other. `touch`: an end of one lies
 * within the other. `join`: they have one end in common and nothing else. `overlap`: they have more
 * than a point in common.
 */
export type Meeting = 'apart' | 'join' | 'touch' | 'cross' | 'overlap';

/** How two edges meet, computed exactly. */
export function meetingOf(one: Edge, other: Edge): Meeting {
  const a = sideOf(one.from, one.to, other.from);
  const b = sideOf(one.from, one.to, other.to);
  if (a * b > 0) return 'apart';
  const c = sideOf(other.from, other.to, one.from);
  const d = sideOf(other.from, other.to, one.to);
  if (c * d > 0) return 'apart';
  if (a * b < 0 && c * d < 0) return 'cross';
  // Two different lines have only one point in common. Here it is an end of both edges.
  if ((a === 0) !== (b === 0) && (c === 0) !== (d === 0)) return 'join';
  const contacts = [
    ...[other.from, other.to].filter((end) => isOnSegment(end, one.from, one.to)),
    ...[one.from, one.to].filter((end) => isOnSegment(end, other.from, other.to)),
  ];
  const [first] = contacts;
  if (!first) return 'apart';
  if (contacts.some((contact) => !isSamePoint(contact, first))) return 'overlap';
  const isEnd = (edge: Edge) => isSamePoint(edge.from, first) || isSamePoint(edge.to, first);
  return isEnd(one) && isEnd(other) ? 'join' : 'touch';
}

/**
 * The largest number of comparisons of edges. No drawn shape needs so many, and a shape that was
 * made to exhaust the machine must not block the thread.
 */
export const maxComparisons = 2_000_000;

/** Thrown if the edges of shapes are too many and too close to be compared. */
export class TooIntricateError extends Error {}

/** Edges that can be searched by box. */
export class EdgeIndex {
  readonly edges: readonly Edge[];
  readonly #index: Flatbush | undefined;

  constructor(edges: readonly Edge[]) {
    this.edges = edges;
    this.#index = edges.length > 0 ? indexBoxes(edges.map(boxOfEdge)) : undefined;
  }

  /** The numbers of the edges whose box meets the box of this one. */
  near(edge: Edge): number[] {
    return this.#index?.search(...boxOfEdge(edge)) ?? [];
  }
}

function boxOfEdge({ from, to }: Edge): Bounds {
  return [
    Math.min(from.x, to.x),
    Math.min(from.y, to.y),
    Math.max(from.x, to.x),
    Math.max(from.y, to.y),
  ];
}

/** A ring whose first point is repeated at its end. */
export type ClosedRing<Point> = readonly Point[];

/**
 * Up to this many edges are compared with all others one by one, because an index of all would take
 * longer to make.
 */
const fewEdges = 32;

/**
 * An edge of rings that crosses another one, or lies over it; undefined when there is none.
 * @throws {TooIntricateError} when too many edges lie near each other to be compared
 */
export function crossingEdge(rings: readonly ClosedRing<IntegerPoint>[]): Edge | undefined {
  const edges = rings.flatMap(edgesOf);
  const index = new EdgeIndex(edges);
  let comparisons = 0;
  return edges.find((edge, number) => {
    const near = index.near(edge);
    comparisons += near.length;
    if (comparisons > maxComparisons) throw new TooIntricateError();
    return near.some((other) => other > number && doCross(edge, edges[other]));
  });
}

/**
 * An edge as `crossingEdge` returns it, if only some edges are new and all others are known not to
 * cross each other.
 */
export function crossingAmong(
  newEdges: readonly Edge[],
  rings: readonly ClosedRing<IntegerPoint>[],
): Edge | undefined {
  if (newEdges.length > fewEdges) return crossingEdge(rings);
  return newEdges.find((edge) => rings.some((ring) => doesRingCross(ring, edge)));
}

function doesRingCross(ring: ClosedRing<IntegerPoint>, edge: Edge): boolean {
  const west = Math.min(edge.from.x, edge.to.x);
  const east = Math.max(edge.from.x, edge.to.x);
  const south = Math.min(edge.from.y, edge.to.y);
  const north = Math.max(edge.from.y, edge.to.y);
  for (let place = 1; place < ring.length; place++) {
    const [from, to] = [ring[place - 1], ring[place]];
    const isNear =
      (from.x >= west || to.x >= west) &&
      (from.x <= east || to.x <= east) &&
      (from.y >= south || to.y >= south) &&
      (from.y <= north || to.y <= north);
    const isItself = from === edge.from && to === edge.to;
    if (isNear && !isItself && !isSamePoint(from, to) && doCross(edge, { from, to })) return true;
  }
  return false;
}

/**
 * The edges of rings that were not there before. Rings and their edges are compared by their places, and
 * each edge that was there before accounts for one edge only.
 * @param integerRings the rings after, of which the edges are made
 */
export function newEdges(
  before: readonly ClosedRing<Position>[],
  after: readonly ClosedRing<Position>[],
  integerRings: readonly ClosedRing<IntegerPoint>[],
): Edge[] {
  return integerRings.flatMap((ring, number) =>
    newPlaces(before[number] ?? [], after[number])
      .map((place) => ({ from: ring[place], to: ring[place + 1] }))
      .filter(hasLength),
  );
}

/** The indices of the positions at which the new edges of a ring begin. */
function newPlaces(before: ClosedRing<Position>, after: ClosedRing<Position>): number[] {
  const isSame = (place: number, placeBefore: number) =>
    after[place][0] === before[placeBefore][0] && after[place][1] === before[placeBefore][1];
  const places = Array.from({ length: after.length - 1 }, (_, place) => place);
  if (before.length === after.length) {
    return places.filter((place) => !isSame(place, place) || !isSame(place + 1, place + 1));
  }
  const shift = before.length - after.length;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(head, head)) head++;
  let tailStart = after.length;
  while (
    tailStart > head &&
    tailStart + shift > head &&
    isSame(tailStart - 1, tailStart + shift - 1)
  ) {
    tailStart--;
  }
  return places.slice(Math.max(0, head - 1), tailStart);
}

/** The edges of a ring that have a length. */
function edgesOf(ring: ClosedRing<IntegerPoint>): Edge[] {
  return ring
    .slice(1)
    .map((to, place) => ({ from: ring[place], to }))
    .filter(hasLength);
}

const hasLength = ({ from, to }: Edge) => !isSamePoint(from, to);

function doCross(edge: Edge, other: Edge): boolean {
  const meeting = meetingOf(edge, other);
  return meeting === 'cross' || meeting === 'overlap';
}
