import type { MultiPolygon, Polygon } from 'geojson';
import type { RankedDate } from '../../composite/survey/rank.ts';
import type { RunFact } from '../../facts/run-facts.ts';
import { noonOf } from '../../source/dates.ts';
import type { Scene } from '../../source/scene.ts';
import { type SceneSearch, type SceneSearchOptions, searchScenes } from '../../source/search.ts';
import type { SceneChoice } from '../types.ts';

/** Where scenes come from. */
export type SceneSource = Pick<SceneSearchOptions, 'transport' | 'catalogueUrl' | 'collections'>;

export interface FoundScenes {
  /** All scenes that touch the area around the date. */
  readonly scenes: readonly Scene[];
  /** The scenes among them that may be used. */
  readonly allowed: readonly Scene[];
  /** Ids that the person chose but that were not found. */
  readonly unknownIds: readonly string[];
  /** How many scenes touch the area around the date but belong to the other date. */
  readonly nearerToOther: number;
  readonly notes: readonly RunFact[];
}

/** The catalogue's answer on the scenes around both dates. */
export interface SearchedScenes {
  readonly before: SceneSearch;
  readonly after: SceneSearch;
}

/** One of the two dates that are compared. */
export type Role = keyof SearchedScenes;

/** The scenes of both dates. */
export type FoundPair = Readonly<Record<Role, FoundScenes>>;

/** One of two dates, and the one that it is compared with. */
export function datesOf(
  role: Role,
  { startDate, endDate }: { readonly startDate: string; readonly endDate: string },
): RankedDate {
  return role === 'before'
    ? { date: startDate, otherDate: endDate }
    : { date: endDate, otherDate: startDate };
}

/** Which scenes are wanted around a date. */
export interface WantedScenes {
  /** YYYY-MM-DD. */
  date: string;
  /** The date that it is compared with. */
  otherDate?: string;
  choice: SceneChoice | undefined;
}

/**
 * Searches the scenes around a date, and applies the person's choice to them. Rejects with
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
 * The scenes that a search has found for a date. A scene that is nearer to the other date belongs
 * to that date. Otherwise a picture might be compared with itself and show no change where nothing
 * was observed twice.
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

/**
 * Whether a scene belongs to `date`: it was taken on that date's side of the middle between the two
 * dates.
 */
function isOf({ datetime }: Scene, date: string, otherDate: string): boolean {
  const [time, other] = [date, otherDate].map(noonOf);
  const middle = (time + other) / 2;
  return time <= middle ? Date.parse(datetime) <= middle : Date.parse(datetime) > middle;
}

function isAllowed({ id }: Scene, choice: SceneChoice | undefined): boolean {
  if (choice?.exclude?.includes(id)) return false;
  return choice?.only?.includes(id) ?? true;
}

/** Notes on chosen scenes that were not found. */
export function unknownNotes(unknownIds: readonly string[], date: string): RunFact[] {
  return unknownIds.map((sceneId) => ({ code: 'chosen-scene-gone', params: { sceneId, date } }));
}

/** Why a date has no scene. */
export function noScenesReason(
  { date, otherDate, windowDays }: { date: string; otherDate: string; windowDays: number },
  { nearerToOther }: Pick<FoundScenes, 'nearerToOther'>,
): RunFact {
  return nearerToOther > 0
    ? { code: 'scenes-nearer-to-other-date', params: { date, otherDate, windowDays } }
    : { code: 'no-scene', params: { date, windowDays } };
}

/** Why none of a date's scenes may be used. */
export function noneAllowedReason(
  date: string,
  { unknownIds }: Pick<FoundScenes, 'unknownIds'>,
): RunFact {
  const code = unknownIds.length > 0 ? 'chosen-scenes-gone' : 'all-scenes-left-out';
  return { code, params: { date } };
}
