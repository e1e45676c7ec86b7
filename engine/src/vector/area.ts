import type { MultiPolygon, Polygon, Position } from 'geojson';

/** Why a text can't be used as an area, as a sentence for a person. */
export class AreaError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AreaError';
  }
}

export interface AreaLimits {
  /** Positions of all rings together. */
  maxPositions?: number;
  /** Decimals of a degree that are kept: 5 are about a metre. */
  decimals?: number;
}

const defaults: Required<AreaLimits> = { maxPositions: 20_000, decimals: 5 };

/** Deeper nesting than any real file has; a hostile one must not exhaust the stack. */
const maxDepth = 16;

/**
 * An area from JSON text: a GeoJSON geometry collection, bare geometry, feature or feature
 * collection with polygons in longitude and latitude (WGS 84).
 *
 * The result is rounded, two-dimensional and closed, without repeated positions and without rings
 * that rounding has emptied. Points and lines beside polygons are left out. A ring that crosses
 * itself is accepted: what lies inside an odd number of turns is the area, which is how it is drawn.
 * Throws AreaError.
 */
export function parseArea(text: string, options: AreaLimits = {}): Polygon | MultiPolygon {
  const limits = { ...defaults, ...options };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AreaError('The area is not valid JSON.', { cause });
  }
  const budget = { positions: limits.maxPositions };
  const polygons = polygonsOf(value, 0)
    .map((rings) => cleanPolygon(rings, limits, budget))
    .filter((rings) => rings.length > 0);
  const [first] = polygons;
  if (!first) throw new AreaError('The area holds no polygon. Draw or upload at least one.');
  checkExtent(polygons);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}

function polygonsOf(value: unknown, depth: number): unknown[] {
  if (depth > maxDepth) throw new AreaError(`The area is nested deeper than ${maxDepth} levels.`);
  if (typeof value !== 'object' || value === null) return [];
  const { type, coordinates, geometries, geometry, features } = value as Record<string, unknown>;
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

function cleanPolygon(
  rings: unknown,
  limits: Required<AreaLimits>,
  budget: { positions: number },
): Position[][] {
  const cleaned = list(rings, 'Polygon').map((ring) => cleanRing(ring, limits, budget));
  const [outer, ...holes] = cleaned;
  if (!outer || !hasArea(outer)) return [];
  return [outer, ...holes.filter(hasArea)];
}

function cleanRing(
  ring: unknown,
  limits: Required<AreaLimits>,
  budget: { positions: number },
): Position[] {
  const positions = list(ring, 'Polygon');
  budget.positions -= positions.length;
  if (budget.positions < 0) {
    throw new AreaError(
      `The area has more than ${limits.maxPositions} corners. Simplify it and try again.`,
    );
  }
  const cleaned: Position[] = [];
  for (const position of positions) {
    const [longitude, latitude] = cleanPosition(position, limits.decimals);
    const previous = cleaned.at(-1);
    if (previous?.[0] === longitude && previous[1] === latitude) continue;
    cleaned.push([longitude, latitude]);
  }
  const [first] = cleaned;
  const last = cleaned.at(-1);
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) cleaned.push([...first]);
  return cleaned;
}

function cleanPosition(position: unknown, decimals: number): [number, number] {
  const [longitude, latitude] = Array.isArray(position) ? position : [];
  const isOnEarth =
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(longitude) <= 180 &&
    Math.abs(latitude) <= 90;
  if (!isOnEarth) {
    const shown = (JSON.stringify(position) ?? 'nothing').slice(0, 80);
    throw new AreaError(
      `${shown} is not a position: longitude (-180 to 180), then latitude (-90 to 90), is expected.`,
    );
  }
  const scale = 10 ** decimals;
  // Adding zero turns -0 into 0.
  return [Math.round(longitude * scale) / scale + 0, Math.round(latitude * scale) / scale + 0];
}

/** Whether a closed ring isn't a point or a line there and back. */
function hasArea(ring: readonly Position[]): boolean {
  if (ring.length < 4) return false;
  const [x0, y0] = ring[0] as [number, number];
  const [x1, y1] = ring[1] as [number, number];
  return ring.some(([x, y]) => (x1 - x0) * (y! - y0) !== (y1 - y0) * (x! - x0));
}

/** A polygon drawn over the antimeridian comes with longitudes on both sides of the world. */
function checkExtent(polygons: readonly Position[][][]): void {
  let west = 180;
  let east = -180;
  for (const [longitude] of polygons.flat(2)) {
    west = Math.min(west, longitude!);
    east = Math.max(east, longitude!);
  }
  if (east - west > 180) {
    throw new AreaError(
      `The area reaches from longitude ${west} to ${east}. An area across the antimeridian has to be split there.`,
    );
  }
}

function list(value: unknown, type: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new AreaError(`The area's ${String(type).slice(0, 40)} has no list where it needs one.`);
}
