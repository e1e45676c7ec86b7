import Flatbush from 'flatbush';
import { isOnSegment, isSamePoint, type PlanePoint, sideOf } from './plane.ts';

/** An edge of a path: its ends and its number. */
export interface Edge {
  readonly from: PlanePoint;
  readonly to: PlanePoint;
}

/** The edges of an open ring, the closing one among them. */
export function edgesOfRing(ring: readonly PlanePoint[]): Edge[] {
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
    this.#index = edges.length > 0 ? new Flatbush(edges.length) : undefined;
    for (const edge of edges) this.#index?.add(...boxOfEdge(edge));
    this.#index?.finish();
  }

  /** The numbers of the edges whose box meets the box of this one. */
  near(edge: Edge): number[] {
    return this.#index?.search(...boxOfEdge(edge)) ?? [];
  }
}

function boxOfEdge({ from, to }: Edge): [west: number, south: number, east: number, north: number] {
  return [
    Math.min(from.x, to.x),
    Math.min(from.y, to.y),
    Math.max(from.x, to.x),
    Math.max(from.y, to.y),
  ];
}
