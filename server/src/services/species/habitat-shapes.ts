import { AreaError, parseArea } from '@refugia/contract/area.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { HabitatShape } from '@refugia/contract/species.ts';
import type { Position } from 'geojson';
import { z } from 'zod';
import { fitAreas, type Polygons } from './fit-area.ts';

/** One unit as a file or a service gives it: nothing of it is trusted. */
export interface HabitatUnit {
  readonly geometry: unknown;
  readonly name: string | null;
}

/** Room is left for the corners that closing and rounding may add. */
const maxPositions = Math.floor(limits.habitatPatrol.maxAreaPositions * 0.75);
/** More than this is not simplified: it would take the thread that answers everybody too long. */
const maxGivenPositions = 1_000_000;

const position = z.array(z.number()).min(2);
const rings = z.array(z.array(position));
const geometrySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
]);

/** Units with more corners than can be dealt with. */
export class HabitatTooLargeError extends Error {
  constructor() {
    super(`The habitat has more than ${maxGivenPositions} corners.`);
    this.name = 'HabitatTooLargeError';
  }
}

/**
 * Units as shapes that together are an area a run takes: polygons only, simplified as far as needed,
 * rounded, closed. A unit that is no polygon is left out.
 * @param given what is said of every shape; `tolerance_meters` is that of the shapes as they came
 * @throws {HabitatTooLargeError}
 */
export function habitatShapes(
  units: readonly HabitatUnit[],
  given: Pick<HabitatShape, 'source' | 'approximate' | 'tolerance_meters'>,
): HabitatShape[] {
  const read = units.flatMap(({ geometry, name }) => {
    const polygons = readPolygons(geometry);
    return polygons ? [{ polygons, name }] : [];
  });
  const total = read.reduce((sum, { polygons }) => sum + polygons.flat(2).length, 0);
  if (total > maxGivenPositions) throw new HabitatTooLargeError();
  const { areas, toleranceMeters } = fitAreas(
    read.map(({ polygons }) => polygons),
    maxPositions,
  );
  return areas.flatMap((polygons, index) => {
    const area = cleanArea(polygons);
    if (area === null) return [];
    return [
      {
        ...area,
        unit_name: read[index]!.name,
        source: given.source,
        approximate: given.approximate,
        tolerance_meters: Math.max(given.tolerance_meters, toleranceMeters),
      },
    ];
  });
}

function readPolygons(geometry: unknown): Polygons | null {
  const parsed = geometrySchema.safeParse(geometry);
  if (!parsed.success) return null;
  const { type, coordinates } = parsed.data;
  return type === 'Polygon' ? [coordinates] : coordinates;
}

type Coordinates = [number, number][][];

/** By the same rules as any area; what breaks them (a position that is none) is left out. */
function cleanArea(polygons: Polygons) {
  try {
    const area = parseArea(JSON.stringify({ type: 'MultiPolygon', coordinates: polygons }));
    return area.type === 'Polygon'
      ? { type: area.type, coordinates: area.coordinates.map(flat) satisfies Coordinates }
      : { type: area.type, coordinates: area.coordinates.map((each) => each.map(flat)) };
  } catch (error) {
    if (error instanceof AreaError) return null;
    throw error;
  }
}

function flat(ring: readonly Position[]): [number, number][] {
  return ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
}
