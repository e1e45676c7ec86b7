import type { MultiPolygon, Polygon, Position } from 'geojson';
import { areaPolygons, type Bounds, boundsOf, centerOf, isWithin } from './bounds.ts';
import { authalicRadiusMeters, extentSquareKilometers } from './measures.ts';
import { degreesApart, degreesEastOf } from './position.ts';

/** The EPSG code of the UTM zone (WGS 84) that a position lies in, without the Norwegian exceptions. */
export function utmEpsg(longitude: number, latitude: number): number {
  if (!(longitude >= -180 && longitude <= 180 && latitude >= -80 && latitude <= 84)) {
    throw new RangeError(`UTM doesn't reach longitude ${longitude}, latitude ${latitude}.`);
  }
  return (latitude < 0 ? 32700 : 32600) + utmZone(longitude);
}

function utmZone(longitude: number): number {
  return Math.min(60, Math.floor((longitude + 180) / 6) + 1);
}

/**
 * Further from the central meridian of its zone, a UTM pixel is half a percent off in size and
 * rotated against north.
 */
const utmReachDegrees = 5;

/**
 * The equal-area grid of an area that reaches beyond the UTM zone of its centre; undefined for
 * other areas.
 *
 * @param bounds as `areaBounds` returns them: the east is beyond 180 across the antimeridian
 */
export function gridBeyondUtm(bounds: Readonly<Bounds>): EqualAreaGrid | undefined {
  const [west, , east] = bounds;
  const meridian = utmZone(centerOf(bounds)[0]) * 6 - 183;
  const reach = Math.max(degreesApart(west, meridian), degreesApart(east, meridian));
  return reach <= utmReachDegrees ? undefined : equalAreaGridFor(bounds);
}

/**
 * The EPSG code of an area's work grid: the UTM zone of its centre, or an equal-area grid if the
 * area reaches beyond that zone. Throws RangeError if UTM is not defined at the centre.
 *
 * @param bounds as `areaBounds` returns them: the east is beyond 180 across the antimeridian
 */
export function workEpsg(bounds: Readonly<Bounds>): number {
  const utm = utmEpsg(...centerOf(bounds));
  return gridBeyondUtm(bounds)?.epsg ?? utm;
}

/** Projects longitude and latitude in degrees to metres, up to a constant offset. */
type Projection = (longitude: number, latitude: number) => [x: number, y: number];

/** An equal-area grid for areas that reach beyond a UTM zone. */
export interface EqualAreaGrid {
  readonly epsg: number;
  /** Size of the rectangle around an area in this grid, in square metres, within a hundredth. */
  rectangleSquareMeters(area: Polygon | MultiPolygon): number;
}

interface Albers {
  readonly epsg: number;
  readonly meridian: number;
  readonly parallels: readonly [number, number];
  /** The area in which it is used. The west may be below -180. */
  readonly bounds: Readonly<Bounds>;
}

/** Albers' conic projection, for the contiguous United States and for Alaska with its islands. */
const albersGrids: readonly Albers[] = [
  {
    epsg: 5070,
    meridian: -96,
    parallels: [29.5, 45.5],
    // EPSG's area of use, enlarged to include the corners of the states.
    bounds: [-125, 24, -66.5, 49.5],
  },
  {
    epsg: 3338,
    meridian: -154,
    parallels: [55, 65],
    bounds: [-188, 51, -129.5, 71.5],
  },
];

/** EASE-Grid 2.0: cylindrical, with one rectangle for the globe. It is cut at 180°. */
const globalGrid: EqualAreaGrid = {
  epsg: 6933,
  rectangleSquareMeters: (area) => extentSquareKilometers(area) * 1_000_000,
};

/** The central meridian of Equal Earth for areas across the antimeridian. */
const pacificMeridian = 150;
const pacificGrid: EqualAreaGrid = {
  epsg: 8859,
  rectangleSquareMeters: (area) => projectedSquareMeters(area, equalEarth(pacificMeridian)),
};

const boundedGrids = albersGrids.map((grid) => ({ bounds: grid.bounds, grid: albersGrid(grid) }));

const equalAreaCodes = [globalGrid, pacificGrid, ...albersGrids].map(({ epsg }) => epsg);

/** Whether an EPSG code is one of the equal-area grids that work grids use. */
export function isEqualArea(epsg: number): boolean {
  return equalAreaCodes.includes(epsg);
}

/**
 * The equal-area grid that suits an area best. It is Albers within the contiguous United States and
 * Alaska, and EASE-Grid 2.0 elsewhere. EASE-Grid is cut at the antimeridian, so an area across it
 * gets Equal Earth around the Pacific.
 *
 * @param bounds as `areaBounds` returns them: the east is beyond 180 across the antimeridian
 */
function equalAreaGridFor(bounds: Readonly<Bounds>): EqualAreaGrid {
  const [west, south, east, north] = bounds;
  const turned: Bounds = [west - 360, south, east - 360, north];
  const bounded = boundedGrids.find(
    (known) => isWithin(bounds, known.bounds) || isWithin(turned, known.bounds),
  );
  return bounded?.grid ?? (east > 180 ? pacificGrid : globalGrid);
}

function albersGrid({ epsg, meridian, parallels }: Albers): EqualAreaGrid {
  return {
    epsg,
    rectangleSquareMeters: (area) => projectedSquareMeters(area, albers(parallels, meridian)),
  };
}

function projectedSquareMeters(area: Polygon | MultiPolygon, project: Projection): number {
  const projected = areaPolygons(area).flatMap(([outer = []]) =>
    outer.flatMap(positionsBefore).map(([longitude, latitude]) => project(longitude, latitude)),
  );
  const [west, south, east, north] = boundsOf(projected);
  return (east - west) * (north - south);
}

/** Edges are straight in longitude and latitude, but curved after projection. */
const stepDegrees = 1;

/** A corner of a ring, preceded by positions at every degree along the edge that leads to it. */
export function positionsBefore(
  [longitude = 0, latitude = 0]: Position,
  index: number,
  ring: readonly Position[],
): [longitude: number, latitude: number][] {
  const [fromLongitude = longitude, fromLatitude = latitude] = ring[index - 1] ?? [];
  const [across, up] = [longitude - fromLongitude, latitude - fromLatitude];
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(across), Math.abs(up)) / stepDegrees));
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / steps;
    return [fromLongitude + across * share, fromLatitude + up * share];
  });
}

const radians = Math.PI / 180;

/** Albers' conic projection on the sphere of equal surface area (Snyder 1987, eq. 14-1 to 14-6). */
function albers(parallels: readonly [number, number], meridian: number): Projection {
  const [latitude, other] = parallels;
  const sine = Math.sin(latitude * radians);
  const cone = (sine + Math.sin(other * radians)) / 2;
  const squared = 1 - sine ** 2 + 2 * cone * sine;
  return (longitude, latitude) => {
    const radius =
      (authalicRadiusMeters * Math.sqrt(squared - 2 * cone * Math.sin(latitude * radians))) / cone;
    const angle = cone * degreesEastOf(meridian, longitude) * radians;
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  };
}

/** Equal Earth on the sphere of equal surface area (Šavrič, Patterson & Jenny 2018). */
function equalEarth(meridian: number): Projection {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796] as const;
  return (longitude, latitude) => {
    const angle = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * radians));
    const squared = angle ** 2;
    const sixth = squared ** 3;
    const slope = a1 + 3 * a2 * squared + sixth * (7 * a3 + 9 * a4 * squared);
    const eastwards = degreesEastOf(meridian, longitude) * radians;
    const x = (2 * eastwards * Math.cos(angle)) / (Math.sqrt(3) * slope);
    const y = angle * (a1 + a2 * squared + sixth * (a3 + a4 * squared));
    return [authalicRadiusMeters * x, authalicRadiusMeters * y];
  };
}
