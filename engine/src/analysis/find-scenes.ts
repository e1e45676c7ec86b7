import type { MultiPolygon, Polygon } from 'geojson';
import { areaBounds } from '../raster/work-grid.ts';
import type { Scene } from '../source/scene.ts';
import { searchScenes } from '../source/search.ts';
import type { Transport } from '../source/transport.ts';
import type { SceneChoice } from './types.ts';

/** Where scenes come from. */
export interface SceneSource {
  transport: Transport;
  /** Root of the STAC API to search. */
  catalogueUrl: string;
  /** Its collections, the preferred one first; those of Earth Search when left out. */
  collections?: readonly string[];
}

export const defaultWindowDays = 45;
/** A catalogue lists about so many scenes of each tile a day: two satellites, overlapping orbits. */
const scenesPerTileDay = 0.3;
const tileSquareKilometers = 10_000;
/** More scenes of a date than this take minutes to be listed and add little. */
const mostScenes = 1_500;
const fewestWindowDays = 12;

/**
 * Days before and after a date in which scenes of an area are looked for: fewer for an area of very
 * many tiles, so that their number stays bounded.
 */
export function windowDaysOf(area: Polygon | MultiPolygon): number {
  const [west, south, east, north] = areaBounds(area);
  const kilometersPerDegree = 111.2;
  const middle = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const squareKilometers = (east - west) * middle * (north - south) * kilometersPerDegree ** 2;
  const tiles = Math.max(1, squareKilometers / tileSquareKilometers);
  const days = Math.floor(mostScenes / (2 * scenesPerTileDay * tiles));
  return Math.min(defaultWindowDays, Math.max(fewestWindowDays, days));
}

/** Nothing where scenes were looked for as far around the dates as ever. */
export function windowNotes(windowDays: number, area: Polygon | MultiPolygon): string[] {
  if (windowDays >= defaultWindowDays || windowDays !== windowDaysOf(area)) return [];
  return [
    `The area is very large: scenes were looked for within ${windowDays} days of each date instead of ${defaultWindowDays}.`,
  ];
}

export interface FoundScenes {
  /** All that touch the area around the date. */
  readonly scenes: readonly Scene[];
  /** Those of them that may be used. */
  readonly allowed: readonly Scene[];
  readonly notes: readonly string[];
}

/** The scenes around a date, and which of them the person's choice leaves. Rejects with TransportError. */
export async function findScenes(
  source: SceneSource,
  wanted: {
    area: Polygon | MultiPolygon;
    date: string;
    choice: SceneChoice | undefined;
    windowDays: number;
    signal?: AbortSignal;
  },
): Promise<FoundScenes> {
  const { choice, ...search } = wanted;
  const { scenes, notes } = await searchScenes({ ...source, ...search });
  const allowed = scenes.filter((scene) => isAllowed(scene, choice));
  const known = new Set(scenes.map(({ id }) => id));
  const unknown = choice?.only?.filter((id) => !known.has(id)) ?? [];
  const choiceNotes = unknown.map(
    (id) => `The chosen scene ${id} is not among those around ${wanted.date} any more.`,
  );
  return { scenes, allowed, notes: [...notes, ...choiceNotes] };
}

function isAllowed({ id }: Scene, choice: SceneChoice | undefined): boolean {
  if (choice?.exclude?.includes(id)) return false;
  return choice?.only?.includes(id) ?? true;
}

export function noScenesSentence(date: string, windowDays: number): string {
  return `No satellite scene covers this area within ${windowDays} days of ${date}. Choose another date or another area.`;
}

export function noneAllowedSentence(date: string): string {
  return `All scenes around ${date} were left out. Allow at least one of them.`;
}
