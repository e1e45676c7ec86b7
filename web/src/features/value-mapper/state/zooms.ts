import { limits } from '@refugia/contract/limits.ts';
import { fromLeafletZoom } from '../../../map/leaflet-zoom.ts';

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];

/**
 * The zoom by which Find shows a raster, by the larger span of its box; undefined where the
 * specification names none and the map shows all of the box instead.
 */
export function findZoom([west, south, east, north]: Box): number | undefined {
  const span = Math.max(east - west, north - south);
  const row = limits.valueMapper.findZooms.find(({ overDegrees }) => span > overDegrees);
  return row && fromLeafletZoom(row.zoom);
}
