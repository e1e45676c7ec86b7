import type { RunLayer } from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import { isCalendarDate } from '@refugia/contract/run-checks.ts';
import type { Position } from 'geojson';
import { rectanglePolygon } from '../../map/drawing/rectangle-tool.ts';
import { type Area, fullOpacities, initialState, type PatrolState } from './patrol-state.ts';

const { habitatPatrol: constants } = limits;

/** In the order of the sliders. */
const runLayers: readonly RunLayer[] = ['before', 'after', 'change'];

/** Longer areas are left out of the address: browsers and mail programs cut long ones. */
const maxAreaCharacters = 1_500;

/** Only characters that an address takes as they are: an escaped area would be three times as long. */
const separators = { number: '_', ring: '*', polygon: '**' };

/**
 * Puts the area, dates, run and opacities into the address, so that a copied link opens the same
 * result. Parameters of others are kept; what is at its default is left out.
 */
export function writeAddress(current: URLSearchParams, state: PatrolState): URLSearchParams {
  const next = new URLSearchParams(current);
  const set = (name: string, value: string | null) => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  set('area', 'area' in state ? areaText(state.area) : null);
  set('start', state.startDate === initialState.startDate ? null : state.startDate);
  set('end', state.endDate === initialState.endDate ? null : state.endDate);
  set('run', 'runId' in state ? state.runId : null);
  set('opacity', opacityText(state));
  return next;
}

/** The state that an address describes; what it does not say, or says wrongly, is at its default. */
export function readAddress(parameters: URLSearchParams): PatrolState {
  const startDate = parameters.get('start') ?? undefined;
  const endDate = parameters.get('end') ?? undefined;
  const inputs = {
    startDate: isCalendarDate(startDate) ? startDate : initialState.startDate,
    endDate: isCalendarDate(endDate) ? endDate : initialState.endDate,
    opacities: readOpacities(parameters.get('opacity')),
  };
  const runId = parameters.get('run');
  if (runId !== null && /^[\w-]{1,100}$/.test(runId)) return { ...inputs, phase: 'opening', runId };
  const area = readAreaText(parameters.get('area') ?? '');
  return area === null ? { ...inputs, phase: 'empty' } : { ...inputs, phase: 'ready', area };
}

function opacityText({ phase, opacities }: PatrolState): string | null {
  const isDefault = runLayers.every((layer) => opacities[layer] === constants.opacityMax);
  if (phase !== 'shown' || isDefault) return null;
  return runLayers.map((layer) => opacities[layer]).join(separators.number);
}

function readOpacities(text: string | null) {
  const values = text?.split(separators.number) ?? [];
  const opacityOf = (layer: RunLayer) => {
    const value = Number(values[runLayers.indexOf(layer)]);
    const isValid = values.length === runLayers.length && value >= 0;
    return isValid ? Math.min(constants.opacityMax, Math.round(value)) : fullOpacities[layer];
  };
  return { before: opacityOf('before'), after: opacityOf('after'), change: opacityOf('change') };
}

/**
 * An area in few characters: `west_south_east_north` for a rectangle, else the positions of each
 * ring without the closing one. Null when it is too long.
 */
function areaText(area: Area): string | null {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const rectangle = polygons.length === 1 ? asRectangle(polygons[0]!) : null;
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
  return String(Number(value.toFixed(constants.coordinateDecimals)));
}

/** West, south, east, north when the polygon is that rectangle and nothing else. */
function asRectangle(rings: Position[][]): number[] | null {
  const [ring] = rings;
  if (rings.length !== 1 || ring?.length !== 5) return null;
  const west = Math.min(...ring.map((position) => position[0] ?? 0));
  const east = Math.max(...ring.map((position) => position[0] ?? 0));
  const south = Math.min(...ring.map((position) => position[1] ?? 0));
  const north = Math.max(...ring.map((position) => position[1] ?? 0));
  const corners = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  const expected = [west, east].flatMap((longitude) =>
    [south, north].map((latitude) => `${longitude} ${latitude}`),
  );
  return corners.size === 4 && expected.every((corner) => corners.has(corner))
    ? [west, south, east, north]
    : null;
}

function readAreaText(text: string): Area | null {
  if (text === '' || text.length > maxAreaCharacters) return null;
  const polygons = text
    .split(separators.polygon)
    .map((polygon) => polygon.split(separators.ring).map(readNumbers));
  const [numbers] = polygons[0]!;
  if (polygons.length === 1 && polygons[0]!.length === 1 && numbers?.length === 4) {
    const [west, south, east, north] = numbers as [number, number, number, number];
    return isOnGlobe(numbers) && west < east && south < north
      ? rectanglePolygon([west, south, east, north])
      : null;
  }
  const isWhole = polygons.flat().every((ring) => ring.length >= 6 && isOnGlobe(ring));
  if (!isWhole) return null;
  const coordinates = polygons.map((rings) => rings.map(closedRing));
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
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
    positions.push([numbers[index]!, numbers[index + 1]!]);
  }
  return [...positions, positions[0]!];
}
