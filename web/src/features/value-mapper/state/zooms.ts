import { limits } from '@refugia/contract/limits.ts';
import { fromLeafletZoom } from '../../../map/leaflet-zoom.ts';

/** Bounds in degrees: west, south, east, north. */
export type Box = readonly [number, number, number, number];

/**
 * The zoom at which Find shows a raster, which depends on the larger span of its box. It is
 * undefined where the specification names none. The map then shows the whole box instead.
 */
export function findZoom([west, south, east, north]: Box): number | undefined {
  const span = Math.max(east - west, north - south);
  const row = limits.valueMapper.findZooms.find(({ overDegrees }) => span > overDegrees);
  return row && fromLeafletZoom(row.zoom);
}
