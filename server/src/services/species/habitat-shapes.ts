import { AreaError, parseArea } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { HabitatShape } from '@refugia/contract/species.ts';
import { simplifyRings } from '@refugia/engine/vector/area/simplify-rings.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { z } from 'zod';

/** A unit as a file or a service gives it, before any check. */
export interface HabitatUnit {
  readonly geometry: unknown;
  readonly name: string | null;
}

/** An error for input that can't become habitat. The message is for people. */
export class HabitatError extends Error {
  override readonly name = 'HabitatError';
}

/** Three quarters of the limit of a run, so that shapes draw quickly and people can add to them. */
const maxPositions = limits.habitatPatrol.maxAreaPositions * 0.75;
const maxGivenPositions = 600_000;
/** A closed ring around an area has at least this many positions. */
const smallestRing = 4;

const position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
  .rest(z.number());
const rings = z.array(z.array(position));
const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
]);

/** The properties of all shapes. `tolerance_meters` is that of the units before they are simplified. */
export type ShapesOrigin = Pick<HabitatShape, 'source' | 'approximate' | 'tolerance_meters'>;

type Polygons = readonly (readonly Position[][])[];

/**
 * Makes shapes from units that together fit a run's area. Only polygons are kept. They are closed,
 * rounded, and simplified as far as the limit requires.
 * @throws {HabitatError} when there are more shapes than can be processed
 */
export function habitatShapes(units: readonly HabitatUnit[], origin: ShapesOrigin): HabitatShape[] {
  const read = units.flatMap(({ geometry, name }) => {
    const polygons = readPolygons(geometry);
    return polygons.length > 0 ? [{ polygons, name }] : [];
  });
  const { areas, movedMeters } = fit(read.map(({ polygons }) => polygons));
  const tolerance = Math.max(origin.tolerance_meters, Math.ceil(movedMeters));
  return areas.flatMap((polygons, index) => {
    const area = cleanArea(polygons);
    if (area === null) return [];
    return [{ ...area, unit_name: read[index].name, ...origin, tolerance_meters: tolerance }];
  });
}

function readPolygons(geometry: unknown): Polygons {
  const parsed = geometrySchema.safeParse(geometry);
  if (!parsed.success) return [];
  const { type, coordinates } = parsed.data;
  const polygons: Polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons
    .map((each) => each.map(closed))
    .filter(([outline]) => outline !== undefined && outline.length >= smallestRing)
    .map((each) => each.filter((ring) => ring.length >= smallestRing));
}

function closed(ring: readonly Position[]): Position[] {
  const [first] = ring;
  const last = ring.at(-1);
  if (!first || !last || (first[0] === last[0] && first[1] === last[1])) return [...ring];
  return [...ring, first];
}

/** Simplifies all areas together until they fit the limit. No ring disappears. */
function fit(areas: readonly Polygons[]): { areas: readonly Polygons[]; movedMeters: number } {
  const all = areas.flat(2);
  const total = all.reduce((sum, ring) => sum + ring.length, 0);
  if (total <= maxPositions) return { areas, movedMeters: 0 };
  if (total > maxGivenPositions) {
    throw new HabitatError(`The habitat has more than ${maxGivenPositions} corners.`);
  }
  const simplified = simplifyRings(all, {
    maxPositions,
    unitsPerDegree: 1,
    // Units of a habitat are often neighbours.
    mayShareEdges: true,
  });
  if (simplified === undefined) {
    throw new HabitatError(
      `The habitat has ${total} corners in ${all.length} rings, which can't be simplified to ${maxPositions}.`,
    );
  }
  let next = 0;
  return {
    areas: areas.map((polygons) =>
      polygons.map((each) => each.map(() => simplified.rings[next++])),
    ),
    movedMeters: simplified.movedMeters,
  };
}

/** Applies the rules of any area: rounds, and removes rings that rounding has emptied. */
function cleanArea(polygons: Polygons) {
  try {
    return flatten(parseArea(JSON.stringify({ type: 'MultiPolygon', coordinates: polygons })));
  } catch (error) {
    if (error instanceof AreaError) return null;
    throw error;
  }
}

function flatten(area: Polygon | MultiPolygon) {
  return area.type === 'Polygon'
    ? { type: area.type, coordinates: area.coordinates.map(pairs) }
    : { type: area.type, coordinates: area.coordinates.map((each) => each.map(pairs)) };
}

function pairs(ring: readonly Position[]): [number, number][] {
  return ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
}
