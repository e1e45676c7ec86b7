import type { MultiPolygon, Polygon } from 'geojson';
import { areaBounds, extentSquareKilometers } from './area-measures.ts';
import { limits } from './limits.ts';

const { maxExtentSquareKilometers, workPixels } = limits.habitatPatrol;

/**
 * Side in metres of the pixels in which an area is going to be compared, as far as its size tells:
 * where scenes are coarser than the finest pixels, so is the comparison. Null where the area is too
 * large for a run.
 */
export function expectedPixelMeters(area: Polygon | MultiPolygon): number | null {
  if (extentSquareKilometers(area) > maxExtentSquareKilometers) return null;
  const squareMeters = gridSquareMeters(area);
  let pixelMeters: number = workPixels.finestMeters;
  while (squareMeters / pixelMeters ** 2 > workPixels.most) pixelMeters *= 2;
  return pixelMeters <= workPixels.coarsestMeters ? pixelMeters : null;
}

/** Beyond so many degrees from the meridian of its UTM zone an area is compared on another grid. */
const zoneReachDegrees = 5;
/** Where that is the Albers grid of the contiguous United States: west, south, east, north. */
const albersBounds = [-125, 24, -66.5, 49.5] as const;

/** Size of the rectangle around an area in the grid on which it is compared; the engine has the same rule. */
function gridSquareMeters(area: Polygon | MultiPolygon): number {
  const [west, south, east, north] = areaBounds(area);
  const meridian = 6 * Math.floor((west + east) / 2 / 6) + 3;
  const isInZone = Math.max(meridian - west, east - meridian) <= zoneReachDegrees;
  const [albersWest, albersSouth, albersEast, albersNorth] = albersBounds;
  const isInAlbers =
    west >= albersWest && south >= albersSouth && east <= albersEast && north <= albersNorth;
  if (isInZone || !isInAlbers) return extentSquareKilometers(area) * 1_000_000;
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of polygons.flatMap(([outer = []]) => outer)) {
    const [x, y] = albers(longitude, latitude);
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  return (right - left) * (top - bottom);
}

const radians = Math.PI / 180;
const sphereMeters = 6_371_007.2;
const [parallelSine, otherParallelSine] = [Math.sin(29.5 * radians), Math.sin(45.5 * radians)];
const cone = (parallelSine + otherParallelSine) / 2;

/** Metres in Conus Albers on the sphere of equal surface (Snyder 1987, eq. 14-1 to 14-6), up to an offset. */
function albers(longitude: number, latitude: number): [x: number, y: number] {
  const squared = 1 - parallelSine ** 2 + 2 * cone * parallelSine;
  const radius =
    (sphereMeters * Math.sqrt(squared - 2 * cone * Math.sin(latitude * radians))) / cone;
  const angle = cone * (longitude + 96) * radians;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}
