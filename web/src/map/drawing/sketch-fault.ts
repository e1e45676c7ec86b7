import { shapeFault } from '@refugia/engine/edit/validity.ts';
import type { LngLat } from '../places.ts';
import { type PathToolName, pathRules, shapeOfPath } from './shape-tools.ts';

/** Why the places that were set make no area yet. */
export interface SketchFault {
  /** A sentence for a person. */
  readonly reason: string;
  readonly places: readonly LngLat[];
}

/** The fault of an area with these corners; null for a sound one, and for fewer than three corners. */
export function sketchFault(tool: PathToolName, corners: readonly LngLat[]): SketchFault | null {
  const shape = pathRules[tool].isClosed ? shapeOfPath(tool, corners) : null;
  const fault = shape && shapeFault(shape);
  if (!fault) return null;
  const crossings = crossingsOf(corners);
  const [longitude, latitude] = fault.position ?? [];
  const isPlaced = longitude !== undefined && latitude !== undefined;
  const places: readonly LngLat[] = isPlaced ? [[longitude, latitude]] : [];
  return { reason: fault.reason, places: crossings.length > 0 ? crossings : places };
}

/** Where edges of a ring cross, with the edge that closes it. The corners are not repeated. */
export function crossingsOf(corners: readonly LngLat[]): LngLat[] {
  const edges = corners.map((from, index) => ({ from, to: corners[(index + 1) % corners.length] }));
  return edges.flatMap((edge, index) =>
    edges.slice(index + 1).flatMap((other) => meetingOf(edge, other) ?? []),
  );
}

interface Edge {
  readonly from: LngLat;
  readonly to: LngLat;
}

/** The inner place that two edges share, in a list, or null. */
function meetingOf(one: Edge, other: Edge): LngLat[] | null {
  const [x, y] = [one.to[0] - one.from[0], one.to[1] - one.from[1]];
  const [u, v] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
  const [dx, dy] = [other.from[0] - one.from[0], other.from[1] - one.from[1]];
  const turn = x * v - y * u;
  if (turn === 0) return null;
  const [along, alongOther] = [(dx * v - dy * u) / turn, (dx * y - dy * x) / turn];
  const isInner = (share: number) => share > 0 && share < 1;
  if (!isInner(along) || !isInner(alongOther)) return null;
  return [[one.from[0] + along * x, one.from[1] + along * y]];
}
