import type { Position } from 'geojson';
import { type Bounds, boundsOf } from '../geo/bounds.ts';
import { indexBoxes } from '../geo/box-index.ts';
import type { FlatGeometry } from '../vector/types.ts';
import { crossingAmong, crossingEdge, type Edge, newEdges, TooIntricateError } from './edges.ts';
import {
  type IntegerPoint,
  isSamePoint,
  placeInRing,
  sideOf,
  toIntegerPoint,
} from './integer-point.ts';

/** Why a geometry is not a valid shape for a map, as a sentence for a person. */
export interface ShapeFault {
  readonly reason: string;
  /** Where, when it is at one place: longitude and latitude. */
  readonly position?: Position;
}

/**
 * The first fault of a geometry, or undefined when it is a valid shape: every position within the
 * world, lines with a length, rings that enclose an area and cross neither themselves nor each other,
 * holes inside their outer ring and not inside each other, parts that do not overlap. Rings may touch
 * at a position. Source: OGC Simple Feature Access 06-103r4, 6.1.11, which also forbids rings that
 * touch themselves.
 * @param validBefore a valid shape that the geometry was made of: its edges are not compared with each
 * other again, so that what changed in few places is checked in much less time
 */
export function shapeFault(
  geometry: FlatGeometry,
  validBefore?: FlatGeometry | null,
): ShapeFault | undefined {
  switch (geometry.type) {
    case 'Point':
      return positionFault([geometry.coordinates]);
    case 'MultiPoint':
      return positionFault(geometry.coordinates);
    case 'LineString':
      return lineFault(geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.length === 0
        ? emptyFault
        : firstFault(geometry.coordinates, lineFault);
    case 'Polygon':
    case 'MultiPolygon':
      return polygonsFault(polygonsOf(geometry), validBefore ? polygonsOf(validBefore) : undefined);
  }
}

function polygonsOf(geometry: FlatGeometry): readonly Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

const emptyFault: ShapeFault = { reason: 'The shape has no coordinates.' };

function firstFault<Item>(
  items: readonly Item[],
  faultOf: (item: Item) => ShapeFault | undefined,
): ShapeFault | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault) return fault;
  }
  return undefined;
}

function positionFault(positions: readonly Position[]): ShapeFault | undefined {
  if (positions.length === 0) return emptyFault;
  const isInWorld = ([longitude = Number.NaN, latitude = Number.NaN]: Position) =>
    Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  const outside = positions.find((position) => !isInWorld(position));
  return outside && { reason: `The position ${outside.join(', ')} is not on Earth.` };
}

function lineFault(line: readonly Position[]): ShapeFault | undefined {
  const fault = positionFault(line);
  if (fault) return fault;
  const [first, ...rest] = line.map(toIntegerPoint);
  return rest.some((point) => !isSamePoint(point, first))
    ? undefined
    : { reason: 'A line needs two different positions.', position: line[0] };
}

function polygonsFault(
  polygons: readonly Position[][][],
  validBefore: readonly Position[][][] | undefined,
): ShapeFault | undefined {
  const rings = polygons.flat();
  if (rings.length === 0 || polygons.some((polygon) => polygon.length === 0)) return emptyFault;
  const outside = firstFault(rings, positionFault);
  if (outside) return outside;
  const closed = polygons.map((polygon) => polygon.map((ring) => ring.map(toIntegerPoint)));
  const integerRings = closed.flat();
  return (
    firstFault(integerRings, ringFault) ??
    crossingFault(() =>
      validBefore
        ? crossingAmong(newEdges(validBefore.flat(), rings, integerRings), integerRings)
        : crossingEdge(integerRings),
    ) ??
    nestingFault(closed.map((polygon) => polygon.map((ring) => ring.slice(0, -1))))
  );
}

function ringFault(ring: readonly IntegerPoint[]): ShapeFault | undefined {
  if (ring.length < 4 || !isSamePoint(ring[0], ring.at(-1)!)) {
    return fault('A ring needs three corners and must be closed.', ring);
  }
  return isOnOneLine(ring) ? fault('A ring encloses no area.', ring) : undefined;
}

function isOnOneLine([first, ...rest]: readonly IntegerPoint[]): boolean {
  const second = rest.find((point) => !isSamePoint(point, first));
  return !second || rest.every((point) => sideOf(first, second, point) === 0);
}

function crossingFault(findCrossingEdge: () => Edge | undefined): ShapeFault | undefined {
  try {
    const edge = findCrossingEdge();
    return edge && { reason: 'The outline crosses itself.', position: middleOf(edge) };
  } catch (error) {
    if (!(error instanceof TooIntricateError)) throw error;
    return { reason: 'The shape is too intricate to be checked.' };
  }
}

function middleOf({ from, to }: Edge): Position {
  return [(from.x + to.x) / 2e7, (from.y + to.y) / 2e7];
}

/**
 * The first fault in how rings that do not cross are nested. Holes must lie inside their outer
 * ring, and no other ring may lie inside another.
 */
function nestingFault(polygons: readonly IntegerPoint[][][]): ShapeFault | undefined {
  for (const [outer = [], ...holes] of polygons) {
    const outside = holes.find((hole) => !liesWithin(hole, outer));
    if (outside) return fault('A hole lies outside its polygon.', outside);
    const [nested] = nestedRings(holes);
    if (nested) return fault('A hole lies inside another hole.', holes[nested.inner]);
  }
  const outers = polygons.map(([outer = []]) => outer);
  for (const { inner, outer } of nestedRings(outers)) {
    const [, ...holes] = polygons[outer];
    if (!holes.some((hole) => liesWithin(outers[inner], hole))) {
      return fault('Two parts of the shape overlap.', outers[inner]);
    }
  }
  return undefined;
}

/** The pairs of rings of which one lies inside the other. The rings must not cross. */
function nestedRings(rings: readonly IntegerPoint[][]): { inner: number; outer: number }[] {
  if (rings.length < 2) return [];
  const boxes = indexBoxes(rings.map(boxOfRing));
  return rings.flatMap((ring, inner) =>
    boxes
      .search(...boxOfRing(ring))
      .filter((outer) => outer !== inner && liesWithin(ring, rings[outer]))
      .map((outer) => ({ inner, outer })),
  );
}

/** The box around a ring, in units of 1e-7 degrees. */
export function boxOfRing(ring: readonly IntegerPoint[]): Bounds {
  return boundsOf(ring.map(({ x, y }) => [x, y]));
}

/** Whether one of two rings that do not cross lies inside the other. */
function liesWithin(inner: readonly IntegerPoint[], outer: readonly IntegerPoint[]): boolean {
  for (const point of inner) {
    const place = placeInRing(point, outer);
    if (place !== 'boundary') return place === 'inside';
  }
  return true;
}

function fault(reason: string, [point]: readonly IntegerPoint[]): ShapeFault {
  return { reason, position: [point.x / 1e7, point.y / 1e7] };
}
