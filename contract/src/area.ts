import { crossesAntimeridian, cutAtAntimeridian } from '@refugia/engine/geo/antimeridian.ts';
import {
  areaBounds,
  areaOfPolygons,
  areaPolygons,
  type Bounds,
  centerOf,
} from '@refugia/engine/geo/bounds.ts';
import { extentSquareKilometers } from '@refugia/engine/geo/measures.ts';
import { roundPosition } from '@refugia/engine/geo/position.ts';
import { isInSubareas } from '@refugia/engine/geo/work-pixels.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { limits } from './limits.ts';
import { membersOf } from './members.ts';
import { formatPlace } from './place-text.ts';

/** An area of interest with its bounds, its size and its lane, which are computed once. */
export interface Area {
  /** Longitude and latitude (WGS 84), as `parseArea` returns it. */
  readonly geometry: Polygon | MultiPolygon;
  /** As `areaBounds` returns them: the east is beyond 180 across the antimeridian. */
  readonly bounds: Bounds;
  /** The size of the rectangle around it. */
  readonly extentSquareKilometers: number;
  /** Areas that are analysed in subareas take up to hours instead of minutes, and wait in a lane of their own. */
  readonly lane: 'small' | 'large';
}

/** The area of a geometry that `parseArea` returned. */
export function areaOf(geometry: Polygon | MultiPolygon): Area {
  return {
    geometry,
    bounds: areaBounds(geometry),
    extentSquareKilometers: extentSquareKilometers(geometry),
    lane: isInSubareas(geometry) ? 'large' : 'small',
  };
}

/** The coordinates of an area's middle, such as `41.26° N, 95.93° W`. */
export function middleText({ bounds }: Area): string {
  return formatPlace(...centerOf(bounds), 2);
}

/** The error for a text that can't be used as an area. The message is a sentence for a person. */
export class AreaError extends Error {
  override readonly name = 'AreaError';
}

const { coordinateDecimals, maxAreaPositions } = limits.habitatPatrol;

/**
 * Real files are nested less deeply than this. The limit keeps a hostile file from exhausting the
 * stack.
 */
const maxDepth = 16;

/**
 * Reads an area from JSON text: a GeoJSON geometry collection, geometry, feature or feature
 * collection with polygons in longitude and latitude (WGS 84). The result is rounded,
 * two-dimensional and closed, without repeated positions and without rings that rounding has
 * emptied. A polygon whose longitudes jump at the antimeridian (180°) is cut there. Points and
 * lines beside polygons are left out. A ring may cross itself; the area is then what lies inside an
 * odd number of its loops, as it is drawn.
 * @throws {AreaError}
 */
export function parseArea(text: string): Polygon | MultiPolygon {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AreaError('The area is not valid JSON.', { cause });
  }
  const budget = { positions: maxAreaPositions };
  const polygons = polygonsOf(value, 0)
    .map((rings) => cleanPolygon(rings, budget))
    .filter((rings) => rings.length > 0)
    .flatMap(cutAtAntimeridian)
    .map((rings) => rings.map((ring) => ring.map(rounded)));
  if (polygons.length === 0)
    throw new AreaError('The area holds no polygon. Draw or upload at least one.');
  return areaOfPolygons(polygons);
}

/**
 * Explains why an area can't be analysed where it lies, or returns undefined when it can. Imagery
 * and its grids (UTM) end before the poles.
 */
export function faultOfPlace([, south, , north]: Readonly<Bounds>): string | undefined {
  const { southernmostLatitude, northernmostLatitude } = limits.habitatPatrol;
  if (south >= southernmostLatitude && north <= northernmostLatitude) return undefined;
  const beyond = south < southernmostLatitude ? `${-south}° south` : `${north}° north`;
  return `The area reaches to ${beyond}. There is imagery from ${-southernmostLatitude}° south to ${northernmostLatitude}° north.`;
}

/** Reads an area like `parseArea`; null for a text that is none. */
export function readArea(text: string): Polygon | MultiPolygon | null {
  try {
    return parseArea(text);
  } catch (error) {
    if (error instanceof AreaError) return null;
    throw error;
  }
}

/**
 * Writes an area in the form in which the specification sends it: JSON text of a geometry
 * collection with 5 decimals.
 */
export function writeArea(area: Polygon | MultiPolygon): string {
  return JSON.stringify({
    type: 'GeometryCollection',
    geometries: areaPolygons(area).map((rings) => ({
      type: 'Polygon',
      coordinates: rings.map((ring) => ring.map(rounded)),
    })),
  });
}

/** A position with the decimals of all areas, which is about a metre. */
function rounded(position: Position): [longitude: number, latitude: number] {
  return roundPosition(position, coordinateDecimals);
}

function polygonsOf(value: unknown, depth: number): unknown[] {
  if (depth > maxDepth) throw new AreaError(`The area is nested deeper than ${maxDepth} levels.`);
  if (typeof value !== 'object' || value === null) return [];
  const { type, coordinates, geometries, geometry, features } = membersOf(value);
  const all = (members: unknown): unknown[] =>
    list(members, type).flatMap((member) => polygonsOf(member, depth + 1));
  switch (type) {
    case 'Polygon':
      return [coordinates];
    case 'MultiPolygon':
      return list(coordinates, type);
    case 'GeometryCollection':
      return all(geometries);
    case 'Feature':
      return polygonsOf(geometry, depth + 1);
    case 'FeatureCollection':
      return all(features);
    default:
      return [];
  }
}

function cleanPolygon(rings: unknown, budget: { positions: number }): Position[][] {
  const cleaned = list(rings, 'Polygon').map((ring) => cleanRing(ring, budget));
  const [outer, ...holes] = cleaned;
  if (!outer || !hasArea(outer)) return [];
  return [outer, ...holes.filter(hasArea)];
}

function cleanRing(ring: unknown, budget: { positions: number }): Position[] {
  const positions = list(ring, 'Polygon');
  budget.positions -= positions.length;
  if (budget.positions < 0) {
    throw new AreaError(
      `The area has more than ${maxAreaPositions} corners. Simplify it and try again.`,
    );
  }
  const cleaned: Position[] = [];
  for (const position of positions) {
    const [longitude, latitude] = cleanPosition(position);
    const previous = cleaned.at(-1);
    if (previous?.[0] === longitude && previous[1] === latitude) continue;
    cleaned.push([longitude, latitude]);
  }
  const [first] = cleaned;
  const last = cleaned.at(-1);
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) cleaned.push([...first]);
  return cleaned;
}

function cleanPosition(position: unknown): [number, number] {
  const [longitude, latitude] = Array.isArray(position) ? position : [];
  const isOnEarth =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  if (!isOnEarth) {
    const shown = shownPosition(position).slice(0, 80);
    throw new AreaError(
      `${shown} is not a position: longitude (-180 to 180), then latitude (-90 to 90), is expected.`,
    );
  }
  return rounded([longitude, latitude]);
}

/**
 * The text that a message shows for a wrong position. Nested lists are not shown, because they may
 * be deep.
 */
function shownPosition(value: unknown): string {
  const shallow = (each: unknown) => (typeof each === 'object' && each !== null ? '…' : each);
  const shown = Array.isArray(value) ? value.slice(0, 8).map(shallow) : shallow(value);
  return JSON.stringify(shown) ?? 'nothing';
}

/**
 * Whether a closed ring encloses anything, and is not a point or a line there and back. A ring
 * around a pole is exempt, because it can be a single line in longitude and latitude.
 */
function hasArea(ring: readonly Position[]): boolean {
  if (ring.length < 4) return false;
  const [x0, y0] = ring[0];
  const [x1, y1] = ring[1];
  return (
    ring.some(([x, y]) => (x1 - x0) * (y - y0) !== (y1 - y0) * (x - x0)) ||
    crossesAntimeridian(ring)
  );
}

function list(value: unknown, type: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new AreaError(`The area's ${String(type).slice(0, 40)} has no list where it needs one.`);
}
