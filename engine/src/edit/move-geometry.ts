import type { Position } from 'geojson';
import type { FlatGeometry } from '../vector/types.ts';
import { geometryOf, type Item, partsOf } from './parts.ts';
import { roundPosition } from './round.ts';

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
  const changed = (item: Item): Item =>
    typeof item[0] === 'number'
      ? change(item as Position)
      : ((item as readonly Item[]).map(changed) as Item);
  return geometryOf(geometry.type, partsOf(geometry).map(changed));
}
