import { limits } from '@refugia/contract/limits.ts';
import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { roundPosition } from '@refugia/engine/geo/position.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { LngLat } from '../places.ts';

type Area = Polygon | MultiPolygon;

/**
 * The address of a corner in an area: the index of its polygon, of its ring and of its position.
 */
export interface CornerAddress {
  readonly polygon: number;
  readonly ring: number;
  readonly index: number;
}

export interface Corner {
  readonly address: CornerAddress;
  readonly position: LngLat;
}

/** Every corner once. A ring's closing position is the same as its first corner and is left out. */
export function cornersOf(area: Area): Corner[] {
  return areaPolygons(area).flatMap((rings, polygon) =>
    rings.flatMap((positions, ring) =>
      positions.slice(0, -1).map(
        (position, index): Corner => ({
          address: { polygon, ring, index },
          position: asLngLat(position),
        }),
      ),
    ),
  );
}

/** The middle of every side, at the address of the corner where the side begins. */
export function sideMiddlesOf(area: Area): Corner[] {
  const polygons = areaPolygons(area);
  return cornersOf(area).map(({ address, position }) => {
    const next = polygons[address.polygon][address.ring][address.index + 1];
    const [longitude, latitude] = asLngLat(next);
    return { address, position: [(position[0] + longitude) / 2, (position[1] + latitude) / 2] };
  });
}

/** Moves one corner of the area. */
export function moveCorner(area: Area, address: CornerAddress, to: LngLat): Area {
  return withRing(area, address, (corners) => corners.with(address.index, round(to)));
}

/** Adds a corner after the one at the address. */
export function insertCorner(area: Area, address: CornerAddress, at: LngLat): Area {
  return withRing(area, address, (corners) => corners.toSpliced(address.index + 1, 0, round(at)));
}

/**
 * Removes one corner of the area. Removing a corner of a triangular hole removes the hole. A
 * triangular outer ring stays as it is, since two corners enclose nothing.
 */
export function removeCorner(area: Area, address: CornerAddress): Area {
  if (canRemoveCorner(area, address)) {
    return withRing(area, address, (corners) => corners.toSpliced(address.index, 1));
  }
  if (address.ring === 0) return area;
  return withPolygon(area, address.polygon, (rings) => rings.toSpliced(address.ring, 1));
}

/** Whether the ring still encloses something without this corner. */
function canRemoveCorner(area: Area, { polygon, ring }: CornerAddress): boolean {
  return areaPolygons(area)[polygon][ring].length > 4;
}

/** Moves an area by the way from one place to another and keeps its size on the ground. */
export function moveArea(area: Area, from: LngLat, to: LngLat): Area {
  const cosine = (latitude: number) => Math.cos((latitude * Math.PI) / 180);
  const stretch = cosine(from[1]) / cosine(to[1]);
  const moved = (position: Position): Position => {
    const [longitude, latitude] = asLngLat(position);
    return round([to[0] + (longitude - from[0]) * stretch, latitude + to[1] - from[1]]);
  };
  return withPolygons(
    area,
    areaPolygons(area).map((rings) => rings.map((positions) => positions.map(moved))),
  );
}

function withPolygons(area: Area, polygons: Position[][][]): Area {
  return area.type === 'Polygon'
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function withPolygon(
  area: Area,
  polygon: number,
  change: (rings: Position[][]) => Position[][],
): Area {
  const polygons = areaPolygons(area);
  return withPolygons(area, polygons.with(polygon, change(polygons[polygon])));
}

/** @param change maps the ring's corners to new ones, both without the closing position */
function withRing(
  area: Area,
  { polygon, ring }: CornerAddress,
  change: (corners: Position[]) => Position[],
): Area {
  return withPolygon(area, polygon, (rings) => {
    const corners = change(rings[ring].slice(0, -1));
    return rings.with(ring, [...corners, corners[0]]);
  });
}

function asLngLat([longitude = 0, latitude = 0]: Position): LngLat {
  return [longitude, latitude];
}

/** Rounds to the decimals of all areas, which is about a metre. */
function round(position: LngLat): Position {
  return roundPosition(position, limits.habitatPatrol.coordinateDecimals);
}
