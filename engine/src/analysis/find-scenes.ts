import type { MultiPolygon, Polygon } from 'geojson';
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

export interface FoundScenes {
  /** All that touch the area around the date. */
  readonly scenes: readonly Scene[];
  /** Those of them that may be used. */
  readonly allowed: readonly Scene[];
  /** Chosen by the person, but not among those found. */
  readonly unknownIds: readonly string[];
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
  const unknownIds = choice?.only?.filter((id) => !known.has(id)) ?? [];
  return { scenes, allowed, unknownIds, notes };
}

function isAllowed({ id }: Scene, choice: SceneChoice | undefined): boolean {
  if (choice?.exclude?.includes(id)) return false;
  return choice?.only?.includes(id) ?? true;
}

/** What a person should know of scenes that were chosen and are not there. */
export function unknownNotes(unknownIds: readonly string[], date: string): string[] {
  return unknownIds.map(
    (id) => `The chosen scene ${id} is not among those around ${date} any more.`,
  );
}

export function noScenesSentence(date: string, windowDays: number): string {
  return `No satellite scene covers this area within ${windowDays} days of ${date}. Choose another date or another area.`;
}

export function noneAllowedSentence(date: string): string {
  return `All scenes around ${date} were left out. Allow at least one of them.`;
}
