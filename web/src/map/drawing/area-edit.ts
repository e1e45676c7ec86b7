import { limits } from '@refugia/contract/limits.ts';
import {
  insertVertex,
  mapPositions,
  moveGeometry,
  moveVertex,
  removeVertex,
  type VertexAddress,
} from '@refugia/engine/edit/vertices.ts';
import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { roundPosition } from '@refugia/engine/geo/position.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { LngLat } from '../places.ts';

/** Every corner once, and the middle of every side at the address of the corner where it begins. */
export {
  edgeMiddlesOf as sideMiddlesOf,
  verticesOf as cornersOf,
} from '@refugia/engine/edit/vertices.ts';

type Area = Polygon | MultiPolygon;

export function moveCorner(area: Area, address: VertexAddress, to: LngLat): Area {
  return asArea(moveVertex(area, address, round(to)));
}

/** Adds a corner after the one at the address. */
export function insertCorner(area: Area, address: VertexAddress, at: LngLat): Area {
  return asArea(insertVertex(area, address, round(at)));
}

/**
 * Removes one corner of the area. Removing a corner of a triangular hole removes the hole. A
 * triangular outer ring stays as it is, since two corners enclose nothing.
 */
export function removeCorner(area: Area, address: VertexAddress): Area {
  const [polygon = 0, ring = 0] = address.path;
  const isTriangle = areaPolygons(area)[polygon][ring].length <= 4;
  return isTriangle && ring === 0 ? area : asArea(removeVertex(area, address) ?? area);
}

/** Moves an area by the way from one place to another and keeps its size on the ground. */
export function moveArea(area: Area, from: LngLat, to: LngLat): Area {
  return asArea(mapPositions(moveGeometry(area, [...from], [...to]), round));
}

/** An edit of an area has its type, which the engine's types don't tell. */
function asArea(edited: ReturnType<typeof moveVertex>): Area {
  return edited as Area;
}

/** Rounds to the decimals of all areas, which is about a metre. */
function round(position: readonly number[]): [longitude: number, latitude: number] {
  return roundPosition(position, limits.habitatPatrol.coordinateDecimals);
}
