import type { MultiPolygon, Polygon } from 'geojson';
import type { Scene } from '../source/scene.ts';
import { type SceneSearch, searchScenes } from '../source/search.ts';
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
  /** How many touch the area around the date, but are the other date's. */
  readonly nearerToOther: number;
  readonly notes: readonly string[];
}

/** What the catalogue told of the scenes around both dates. */
export interface SearchedScenes {
  readonly before: SceneSearch;
  readonly after: SceneSearch;
}

/** What is wanted of the scenes around a date. */
export interface WantedScenes {
  /** YYYY-MM-DD. */
  date: string;
  /** The date that it is compared with. */
  otherDate?: string;
  choice: SceneChoice | undefined;
}

/**
 * The scenes around a date, and which of them the person's choice leaves. Rejects with
 * TransportError.
 */
export async function findScenes(
  source: SceneSource,
  wanted: WantedScenes & {
    area: Polygon | MultiPolygon;
    windowDays: number;
    signal?: AbortSignal;
  },
): Promise<FoundScenes> {
  const { choice: _, otherDate: __, ...search } = wanted;
  return foundScenes(await searchScenes({ ...source, ...search }), wanted);
}

/**
 * What a search has found for a date. A scene that lies nearer to the other date is that one's: one
 * picture compared with itself would show no change where nobody looked twice.
 */
export function foundScenes(
  { scenes: around, notes }: SceneSearch,
  { date, otherDate, choice }: WantedScenes,
): FoundScenes {
  const scenes = otherDate ? around.filter((scene) => isOf(scene, date, otherDate)) : around;
  const allowed = scenes.filter((scene) => isAllowed(scene, choice));
  const known = new Set(scenes.map(({ id }) => id));
  const unknownIds = choice?.only?.filter((id) => !known.has(id)) ?? [];
  const nearerToOther = around.length - scenes.length;
  return { scenes, allowed, unknownIds, nearerToOther, notes };
}

/** Whether a scene is taken before the middle between two dates when `date` is the earlier, else after it. */
function isOf({ datetime }: Scene, date: string, otherDate: string): boolean {
  const [time, other] = [date, otherDate].map((day) => Date.parse(`${day}T12:00:00Z`));
  const middle = (time! + other!) / 2;
  return time! <= middle ? Date.parse(datetime) <= middle : Date.parse(datetime) > middle;
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

/** Why a date has no scene, and what to do. */
export function noScenesSentence(
  { date, otherDate, windowDays }: { date: string; otherDate: string; windowDays: number },
  { nearerToOther }: Pick<FoundScenes, 'nearerToOther'>,
): string {
  if (nearerToOther > 0) {
    return `Every scene within ${windowDays} days of ${date} is nearer to ${otherDate}, and one picture can not be compared with itself. Choose dates that are further apart.`;
  }
  return `No satellite scene covers this area within ${windowDays} days of ${date}. Choose another date or another area.`;
}

/** Why none of a date's scenes may be used, and what to do. */
export function noneAllowedSentence(
  date: string,
  { unknownIds }: Pick<FoundScenes, 'unknownIds'>,
): string {
  if (unknownIds.length > 0) {
    return `The scenes chosen for ${date} are not in the catalogue any more. Choose scenes again.`;
  }
  return `All scenes around ${date} were left out. Allow at least one of them.`;
}
