import { limits } from '@refugia/contract/limits.ts';
import {
  areaOfPolygons,
  areaPolygons,
  boundsOf,
  rectanglePolygon,
} from '@refugia/engine/geo/bounds.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';

const { coordinateDecimals } = limits.habitatPatrol;

/** The longest area in an address. Browsers and mail programs cut long addresses. */
const maxAreaCharacters = 1_500;

/** Separators that need no escaping in an address. An escaped area would be three times as long. */
const separators = { number: '_', ring: '*', polygon: '**' };

/**
 * Writes an area with few characters: `west_south_east_north` for a rectangle, otherwise the
 * positions of each ring without the closing one. Returns null if the text is too long.
 */
export function writeAreaText(area: Polygon | MultiPolygon): string | null {
  const polygons = areaPolygons(area);
  const rectangle = polygons.length === 1 ? asRectangle(polygons[0]) : null;
  const text =
    rectangle?.map(coordinateText).join(separators.number) ??
    polygons.map((rings) => rings.map(ringText).join(separators.ring)).join(separators.polygon);
  return text.length <= maxAreaCharacters ? text : null;
}

function ringText(ring: Position[]): string {
  return ring
    .slice(0, -1)
    .map(([longitude = 0, latitude = 0]) =>
      [coordinateText(longitude), coordinateText(latitude)].join(separators.number),
    )
    .join(separators.number);
}

function coordinateText(value: number): string {
  return String(Number(value.toFixed(coordinateDecimals)));
}

/** The bounds of a polygon that is exactly a rectangle, otherwise null. */
function asRectangle(rings: Position[][]): number[] | null {
  const [ring] = rings;
  if (rings.length !== 1 || ring?.length !== 5) return null;
  const [west, south, east, north] = boundsOf(ring);
  const corners = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  const expected = [west, east].flatMap((longitude) =>
    [south, north].map((latitude) => `${longitude} ${latitude}`),
  );
  return corners.size === 4 && expected.every((corner) => corners.has(corner))
    ? [west, south, east, north]
    : null;
}

/** The area that a text describes, or null where it describes none. */
export function readAreaText(text: string): Polygon | MultiPolygon | null {
  if (text === '' || text.length > maxAreaCharacters) return null;
  const polygons = text
    .split(separators.polygon)
    .map((polygon) => polygon.split(separators.ring).map(readNumbers));
  const [numbers] = polygons[0];
  if (polygons.length === 1 && polygons[0].length === 1 && numbers?.length === 4) {
    const [west, south, east, north] = numbers;
    return isOnGlobe(numbers) && west < east && south < north
      ? rectanglePolygon([west, south, east, north])
      : null;
  }
  const isWhole = polygons.flat().every((ring) => ring.length >= 6 && isOnGlobe(ring));
  if (!isWhole) return null;
  return areaOfPolygons(polygons.map((rings) => rings.map(closedRing)));
}

function readNumbers(text: string): number[] {
  return text.split(separators.number).map((part) => (part === '' ? Number.NaN : Number(part)));
}

function isOnGlobe(numbers: readonly number[]): boolean {
  return (
    numbers.length % 2 === 0 &&
    numbers.every((value, index) => Math.abs(value) <= (index % 2 === 0 ? 180 : 90))
  );
}

function closedRing(numbers: readonly number[]): Position[] {
  const positions: Position[] = [];
  for (let index = 0; index < numbers.length; index += 2) {
    positions.push([numbers[index], numbers[index + 1]]);
  }
  return [...positions, positions[0]];
}
