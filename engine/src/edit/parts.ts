import type { Position } from 'geojson';
import type { FlatGeometry } from '../vector/types.ts';

/** A position, the vertices of a line or an open ring, or the open rings of a polygon. */
export type Item = Position | readonly Item[];

/** Whether an item is a position, not a list. */
export function isPosition(item: Item): item is Position {
  return typeof item[0] === 'number';
}

/** The items of a list. A position has none. */
export function itemsOf(item: Item): readonly Item[] {
  return isPosition(item) ? [] : item;
}

/** Whether a list holds positions. The items of a list are all alike, so the first one tells. */
export function arePositions(list: readonly Item[]): list is readonly Position[] {
  return list.length === 0 || isPosition(list[0]);
}

/** All positions of an item, at any depth. */
export function positionsOf(item: Item): readonly Position[] {
  if (isPosition(item)) return [item];
  return arePositions(item) ? item : item.flatMap(positionsOf);
}

/** The list that stands at a path of places among parts. */
export function listAt(parts: readonly Item[], path: readonly number[]): readonly Item[] {
  return path.reduce((list, place) => itemsOf(list[place]), parts);
}

/** What a geometry is made of. Only geometries of one dimension have a patch of splices between them. */
export type Dimension = 'points' | 'lines' | 'polygons';

/** The kind of parts that a geometry of a type has. */
export function dimensionOf(type: FlatGeometry['type']): Dimension {
  switch (type) {
    case 'Point':
    case 'MultiPoint':
      return 'points';
    case 'LineString':
    case 'MultiLineString':
      return 'lines';
    case 'Polygon':
    case 'MultiPolygon':
      return 'polygons';
  }
}

/** How many levels of lists lie within one part: positions of a line, rings and positions of a polygon. */
export const levelsWithinPart: Record<Dimension, 0 | 1 | 2> = { points: 0, lines: 1, polygons: 2 };

/** The parts of a geometry, as its multi-part form has them, with rings that leave out the position that closes them. */
export function partsOf(geometry: FlatGeometry): Item[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'LineString':
      return [geometry.coordinates];
    case 'Polygon':
      return [geometry.coordinates.map(openRing)];
    case 'MultiPoint':
    case 'MultiLineString':
      return [...geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => rings.map(openRing));
  }
}

/** The geometry of a type that has these parts. A type for a single part takes the first. */
export function geometryOf(type: FlatGeometry['type'], parts: readonly Item[]): FlatGeometry {
  const points = () => [...positionsOf(parts)];
  const lines = () => parts.map((line) => [...positionsOf(line)]);
  const polygons = () => parts.map((rings) => itemsOf(rings).map(closeRing));
  switch (type) {
    case 'Point':
      return { type, coordinates: points()[0] ?? [] };
    case 'MultiPoint':
      return { type, coordinates: points() };
    case 'LineString':
      return { type, coordinates: lines()[0] ?? [] };
    case 'MultiLineString':
      return { type, coordinates: lines() };
    case 'Polygon':
      return { type, coordinates: polygons()[0] ?? [] };
    case 'MultiPolygon':
      return { type, coordinates: polygons() };
  }
}

function openRing(ring: readonly Position[]): Position[] {
  return ring.slice(0, -1);
}

function closeRing(ring: Item): Position[] {
  const positions = positionsOf(ring);
  return positions.length === 0 ? [] : [...positions, positions[0]];
}
