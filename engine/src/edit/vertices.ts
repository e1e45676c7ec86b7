import type { Position } from 'geojson';
import type { FlatGeometry } from '../vector/types.ts';
import { roundPosition } from './integer-point.ts';
import {
  arePositions,
  dimensionOf,
  geometryOf,
  type Item,
  isPosition,
  itemsOf,
  levelsWithinPart,
  partsOf,
  positionsOf,
} from './parts.ts';

/** Where a vertex stands: the list that holds it, as in a splice's path, and its place there. */
export interface VertexAddress {
  readonly path: readonly number[];
  readonly index: number;
}

export interface Vertex {
  readonly address: VertexAddress;
  readonly position: Position;
}

/** All vertices of a geometry, each once: the position that closes a ring is its first vertex. */
export function verticesOf(geometry: FlatGeometry): Vertex[] {
  return listsOf(geometry).flatMap(({ path, positions }) =>
    positions.map((position, index) => ({ address: { path, index }, position })),
  );
}

/** The middle of every edge, at the address of the vertex where the edge begins. */
export function edgeMiddlesOf(geometry: FlatGeometry): Vertex[] {
  const dimension = dimensionOf(geometry.type);
  if (dimension === 'points') return [];
  return listsOf(geometry).flatMap(({ path, positions }) => {
    const starts = dimension === 'polygons' ? positions : positions.slice(0, -1);
    return starts.map(([x = 0, y = 0], index) => {
      const [nextX = 0, nextY = 0] = positions[(index + 1) % positions.length];
      return { address: { path, index }, position: [(x + nextX) / 2, (y + nextY) / 2] };
    });
  });
}

/** The geometry with one vertex moved to another place. */
export function moveVertex(
  geometry: FlatGeometry,
  { path, index }: VertexAddress,
  to: Position,
): FlatGeometry {
  return withPositions(geometry, path, (positions) => positions.with(index, roundPosition(to)))!;
}

/** Inserts a vertex after the one at the address. */
export function insertVertex(
  geometry: FlatGeometry,
  { path, index }: VertexAddress,
  at: Position,
): FlatGeometry {
  return withPositions(geometry, path, (positions) =>
    positions.toSpliced(index + 1, 0, roundPosition(at)),
  )!;
}

/**
 * The geometry without one vertex. A list that would become too short is removed as a whole: a ring
 * of three vertices, a line of two, or a point. A polygon goes with its outer ring. Returns null if
 * nothing is left.
 */
export function removeVertex(
  geometry: FlatGeometry,
  { path, index }: VertexAddress,
): FlatGeometry | null {
  return withPositions(geometry, path, (positions) => positions.toSpliced(index, 1));
}

/**
 * The lists of a geometry that hold positions. The points of a geometry of points form one list.
 */
function listsOf(geometry: FlatGeometry): { path: number[]; positions: readonly Position[] }[] {
  const parts = partsOf(geometry);
  switch (dimensionOf(geometry.type)) {
    case 'points':
      return [{ path: [], positions: positionsOf(parts) }];
    case 'lines':
      return parts.map((line, part) => ({ path: [part], positions: positionsOf(line) }));
    case 'polygons':
      return parts.flatMap((rings, part) =>
        itemsOf(rings).map((ring, at) => ({ path: [part, at], positions: positionsOf(ring) })),
      );
  }
}

/** The smallest number of positions in a point, a line and an open ring. */
const fewest = { points: 1, lines: 2, polygons: 3 } as const;

function withPositions(
  geometry: FlatGeometry,
  path: readonly number[],
  change: (positions: readonly Position[]) => Position[],
): FlatGeometry | null {
  const dimension = dimensionOf(geometry.type);
  const parts = itemsOf(changeAt(partsOf(geometry), path, (list) => change(positionsOf(list))));
  const levels = levelsWithinPart[dimension];
  const kept = parts.flatMap((part) => {
    const left = levels === 0 ? part : withoutShort(part, levels, fewest[dimension]);
    return left === null ? [] : [left];
  });
  return kept.length === 0 ? null : geometryOf(geometry.type, kept);
}

function changeAt(list: Item, path: readonly number[], change: (list: Item) => Item): Item {
  const [place, ...rest] = path;
  if (place === undefined) return change(list);
  const items = itemsOf(list);
  return items.with(place, changeAt(items[place], rest, change));
}

/**
 * A part without the rings that are too short. Returns null if the part itself, or its outer ring,
 * is too short.
 */
function withoutShort(part: Item, levels: number, least: number): Item | null {
  if (levels === 1) return part.length < least ? null : part;
  const [outer, ...holes] = itemsOf(part);
  if (!outer || outer.length < least) return null;
  return [outer, ...holes.filter((hole) => hole.length >= least)];
}

const cosine = (latitude: number) => Math.cos((latitude * Math.PI) / 180);

/**
 * Moves a geometry so that what was at `from` is then at `to`. Degrees of longitude are stretched
 * with the latitude, so that the shape keeps its size on the ground.
 */
export function moveGeometry(
  geometry: FlatGeometry,
  [fromLongitude = 0, fromLatitude = 0]: Position,
  [toLongitude = 0, toLatitude = 0]: Position,
): FlatGeometry {
  const stretch = cosine(fromLatitude) / cosine(toLatitude);
  return mapPositions(geometry, ([longitude = 0, latitude = 0]) =>
    roundPosition([
      toLongitude + (longitude - fromLongitude) * stretch,
      latitude + toLatitude - fromLatitude,
    ]),
  );
}

/** The geometry with each position replaced by the result of `change`. */
export function mapPositions(
  geometry: FlatGeometry,
  change: (position: Position) => Position,
): FlatGeometry {
  const changed = (item: Item): Item => {
    if (isPosition(item)) return change(item);
    return arePositions(item) ? item.map((position) => change(position)) : item.map(changed);
  };
  return geometryOf(geometry.type, partsOf(geometry).map(changed));
}
