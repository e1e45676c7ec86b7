import type { MultiPolygon, Polygon, Position } from 'geojson';
import {
  areaBounds,
  areaPolygons,
  areaSquareMeters,
  authalicRadiusMeters,
  extentSquareKilometers,
} from './area-measures.ts';
import { limits } from './limits.ts';

const { maxExtentSquareKilometers, workPixels } = limits.habitatPatrol;

/**
 * Side in metres of the pixels in which an area is going to be compared, as far as its size tells:
 * where scenes are coarser than the finest pixels, so is the comparison. Null where the area is too
 * large for a run.
 */
export function expectedPixelMeters(area: Polygon | MultiPolygon): number | null {
  if (extentSquareKilometers(area) > maxExtentSquareKilometers) return null;
  const { finestMeters, most, mostInside, mostAround } = workPixels;
  const insideSquareMeters = areaSquareMeters(area);
  if (insideSquareMeters <= mostInside * finestMeters ** 2) return finestMeters;
  const aroundSquareMeters = gridSquareMeters(area);
  const isTooMany = (pixelMeters: number): boolean =>
    aroundSquareMeters > most * pixelMeters ** 2 &&
    (isInPlaces(area) ||
      aroundSquareMeters > mostAround * pixelMeters ** 2 ||
      insideSquareMeters > mostInside * pixelMeters ** 2);
  let pixelMeters: number = finestMeters;
  while (isTooMany(pixelMeters)) pixelMeters *= 2;
  return pixelMeters <= workPixels.coarsestMeters ? pixelMeters : null;
}

/** A larger area is put together of places of this side; one in the finest pixels, of smaller ones. */
const placeMeters = 110_000;
const finePlaceMeters = 16_000;
const metersPerDegree = 111_195;
/** Of the places that an outline runs through, about so many lie in the area beside those it fills. */
const outlinedShare = 0.6;
const secondsPerPlace = 2;
const secondsPerFinePlace = 6;
const secondsForAll = 30;

/**
 * About how many minutes a run over an area as large as a state takes, by the places that it is put
 * together of: those that it fills, and those that its outline or islands lie in. Null for a smaller
 * one, whose size says little.
 */
export function expectedMinutes(area: Polygon | MultiPolygon): number | null {
  if (!isInPlaces(area)) return null;
  const isFine = expectedPixelMeters(area) === workPixels.finestMeters;
  const sideMeters = isFine ? finePlaceMeters : placeMeters;
  const secondsEach = isFine ? secondsPerFinePlace : secondsPerPlace;
  const places =
    areaSquareMeters(area) / sideMeters ** 2 + outlinedShare * outlinedPlaces(area, sideMeters);
  return Math.ceil((secondsForAll + secondsEach * places) / 60);
}

/** Whether an area is so wide or high that it is put together of places. */
function isInPlaces(area: Polygon | MultiPolygon): boolean {
  const [west, south, east, north] = areaBounds(area);
  const widthDegrees = (east - west) * Math.cos(((south + north) / 2) * radians);
  return Math.max(widthDegrees, north - south) * metersPerDegree >= placeMeters;
}

/** How many places of some side the outline runs through. */
function outlinedPlaces(area: Polygon | MultiPolygon, sideMeters: number): number {
  const places = new Set<string>();
  for (const [outer = []] of areaPolygons(area)) {
    for (const [longitude, latitude] of outer.flatMap(piecesBefore)) {
      const row = Math.floor((latitude * metersPerDegree) / sideMeters);
      const middle = ((row + 0.5) * sideMeters) / metersPerDegree;
      const across = longitude * Math.cos(middle * radians) * metersPerDegree;
      places.add(`${row} ${Math.floor(across / sideMeters)}`);
    }
  }
  return places.size;
}

const radians = Math.PI / 180;

/** Beyond so many degrees from the meridian of its UTM zone an area is compared on another grid. */
const zoneReachDegrees = 5;

type Bounds = readonly [west: number, south: number, east: number, north: number];
type Projection = (longitude: number, latitude: number) => [x: number, y: number];

/** Where that is an Albers grid: the contiguous United States, and Alaska, whose west is beyond 180°. */
const albersGrids: readonly { bounds: Bounds; project: Projection }[] = [
  { bounds: [-125, 24, -66.5, 49.5], project: albers({ parallels: [29.5, 45.5], meridian: -96 }) },
  { bounds: [-188, 51, -129.5, 71.5], project: albers({ parallels: [55, 65], meridian: -154 }) },
];

/** Size of the rectangle around an area in the grid on which it is compared; the engine has the same rule. */
function gridSquareMeters(area: Polygon | MultiPolygon): number {
  const [west, south, east, north] = areaBounds(area);
  const meridian = 6 * Math.floor((west + east) / 2 / 6) + 3;
  const isInZone = Math.max(meridian - west, east - meridian) <= zoneReachDegrees;
  if (isInZone) return extentSquareKilometers(area) * 1_000_000;
  for (const turn of [0, 360]) {
    const bounds: Bounds = [west - turn, south, east - turn, north];
    const grid = albersGrids.find((known) => isWithin(bounds, known.bounds));
    if (grid) return projectedSquareMeters(area, grid.project);
  }
  if (east > 180) return projectedSquareMeters(area, equalEarth);
  return extentSquareKilometers(area) * 1_000_000;
}

function isWithin([west, south, east, north]: Bounds, outer: Bounds): boolean {
  return west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}

/** Edges are straight in longitude and latitude; projected they bend between their ends. */
const pieceDegrees = 1;

function projectedSquareMeters(area: Polygon | MultiPolygon, project: Projection): number {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outer = []] of areaPolygons(area)) {
    for (const [longitude, latitude] of outer.flatMap(piecesBefore)) {
      const [x, y] = project(longitude, latitude);
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
  }
  return (right - left) * (top - bottom);
}

/** A corner, and positions along the edge that leads to it. */
function piecesBefore(
  [longitude = 0, latitude = 0]: Position,
  index: number,
  ring: readonly Position[],
): [longitude: number, latitude: number][] {
  const [fromLongitude = longitude, fromLatitude = latitude] = ring[index - 1] ?? [];
  const [across, up] = [longitude - fromLongitude, latitude - fromLatitude];
  const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(across), Math.abs(up)) / pieceDegrees));
  return Array.from({ length: pieces }, (_, piece) => {
    const share = (piece + 1) / pieces;
    return [fromLongitude + across * share, fromLatitude + up * share];
  });
}

/** Metres in an Albers grid on the sphere of equal surface (Snyder 1987, eq. 14-1 to 14-6), up to an offset. */
function albers({
  parallels,
  meridian,
}: {
  parallels: readonly [number, number];
  meridian: number;
}): Projection {
  const [sine, otherSine] = parallels.map((latitude) => Math.sin(latitude * radians)) as [
    number,
    number,
  ];
  const cone = (sine + otherSine) / 2;
  const squared = 1 - sine ** 2 + 2 * cone * sine;
  return (longitude, latitude) => {
    const radius =
      (authalicRadiusMeters * Math.sqrt(squared - 2 * cone * Math.sin(latitude * radians))) / cone;
    const angle = cone * degreesFrom(meridian, longitude) * radians;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  };
}

/** Metres in Equal Earth around 150° E on the sphere of equal surface (Šavrič, Patterson & Jenny 2018). */
function equalEarth(longitude: number, latitude: number): [x: number, y: number] {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796] as const;
  const angle = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * radians));
  const squared = angle ** 2;
  const sixth = squared ** 3;
  const slope = a1 + 3 * a2 * squared + sixth * (7 * a3 + 9 * a4 * squared);
  const x = (2 * degreesFrom(150, longitude) * radians * Math.cos(angle)) / (Math.sqrt(3) * slope);
  const y = angle * (a1 + a2 * squared + sixth * (a3 + a4 * squared));
  return [authalicRadiusMeters * x, authalicRadiusMeters * y];
}

/** From a meridian eastwards, the shorter way round. */
function degreesFrom(meridian: number, longitude: number): number {
  return ((((longitude - meridian + 180) % 360) + 360) % 360) - 180;
}
