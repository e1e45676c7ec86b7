import type { MultiPolygon, Polygon, Position } from 'geojson';

/**
 * The place for a label: the centroid of the largest part. For a crescent it may lie outside, which
 * is good enough for labels at the scale of states.
 */
export function labelPoint(geometry: Polygon | MultiPolygon): Position {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  let best = { area: -1, centroid: [0, 0] as Position };
  for (const [ring = []] of parts) {
    const candidate = ringCentroid(ring);
    if (candidate.area > best.area) best = candidate;
  }
  return best.centroid;
}

/**
 * Planar area and centroid in degrees. Longitudes are scaled by latitude so that northern parts
 * don't count double.
 */
function ringCentroid(ring: Position[]): { area: number; centroid: Position } {
  let twiceArea = 0;
  let sumX = 0;
  let sumY = 0;
  for (let index = 1; index < ring.length; index++) {
    const [x0 = 0, y0 = 0] = ring[index - 1];
    const [x1 = 0, y1 = 0] = ring[index];
    const cross = x0 * y1 - x1 * y0;
    twiceArea += cross;
    sumX += (x0 + x1) * cross;
    sumY += (y0 + y1) * cross;
  }
  if (twiceArea === 0) return { area: 0, centroid: ring[0] ?? [0, 0] };
  const centroid = [sumX / (3 * twiceArea), sumY / (3 * twiceArea)];
  const narrowing = Math.cos((centroid[1] * Math.PI) / 180);
  return { area: (Math.abs(twiceArea) / 2) * narrowing, centroid };
}
