import type { MultiPolygon, Polygon } from 'geojson';
import { workAreaOf } from '../../composite/area/work-area.ts';
import { neededPixels } from '../../composite/read/needed-pixels.ts';
import { type BandReading, readSceneBands } from '../../composite/read/scene-bands.ts';
import { SceneFiles } from '../../composite/read/scene-files.ts';
import { readUsability } from '../../composite/survey/scene-usability.ts';
import type { WorkArea } from '../../composite/types.ts';
import { usability } from '../../composite/usability/classification.ts';
import { areaPolygons } from '../../geo/bounds.ts';
import { average } from '../../math/average.ts';
import { dateOf, millisecondsPerDay } from '../../source/dates.ts';
import { dayOf, type Scene } from '../../source/scene.ts';
import { searchScenes } from '../../source/search.ts';
import type { Role, SceneSource } from '../find/find-scenes.ts';
import { type ChangeDates, findChangeDates } from './change-dates.ts';
import { findLaterSight, type LaterSight } from './later-sight.ts';
import { type Measures, measureOnScene } from './patch-measures.ts';
import { gridOfPatches, type PatchPixels, pixelsOfPatches } from './patch-pixels.ts';

/** Patches of a result, and the scenes of its pictures. */
export interface DatingQuestion {
  /** Outlines in longitude and latitude, the largest patch first. */
  readonly patches: readonly (Polygon | MultiPolygon)[];
  readonly scenes: readonly {
    readonly id: string;
    readonly role: Role;
    /** YYYY-MM-DD. */
    readonly date: string;
  }[];
}

export interface DatingOptions extends SceneSource {
  signal?: AbortSignal;
  /** Is told how many of the scenes are read. */
  onProgress?: (done: number, total: number) => void;
}

const mostScenes = 60;
const searchDays = 30;
const bandNames = ['nir', 'red', 'swir2'] as const;
const noDates: ChangeDates = { firstSeen: null, lastUnchanged: null };

/** What scenes besides those of both pictures tell of a patch. */
export interface DatedPatch extends ChangeDates {
  /** Null where later scenes do not tell. */
  readonly later: LaterSight | null;
}

interface SceneMeasures {
  readonly scene: Scene;
  readonly patches: readonly Measures[];
}

/**
 * Tells on which clear dates patches were last seen unchanged and first seen changed, from at most
 * 60 scenes between both pictures, in coarse pixels. The measure that contradicts one change least
 * decides. Scenes of three days after both pictures tell whether they show the change, too. A scene
 * that cannot be read is left out. Rejects with TransportError when no scene can be searched, and with
 * the signal's reason.
 */
export async function datePatches(
  { patches, scenes: used }: DatingQuestion,
  { signal, onProgress = () => {}, ...source }: DatingOptions,
): Promise<DatedPatch[]> {
  if (patches.length === 0) return [];
  const roles = new Map(used.map(({ id, role }) => [id, role]));
  const { between, later } = await findScenes(patches, used, { ...source, signal });
  const chosenLater = new Set(chooseLaterScenes(later));
  const scenes = [...chooseScenes(between, new Set(roles.keys()), mostScenes), ...chosenLater];
  const grid = gridOfPatches(patches);
  const pixels = pixelsOfPatches(patches, grid);
  const workArea = workAreaOfPatches(grid, pixels);
  const needed = neededPixels(grid, workArea.mask);
  if (!needed) return patches.map(() => ({ ...noDates, later: null }));
  const files = new SceneFiles(source.transport, signal);
  const measured: SceneMeasures[] = [];
  try {
    for (const [index, scene] of scenes.entries()) {
      onProgress(index, scenes.length);
      const of = await measureScene(scene, { files, workArea, needed, pixels }).catch(() => null);
      signal?.throwIfAborted();
      if (of) measured.push({ scene, patches: of });
    }
  } finally {
    files.close();
  }
  onProgress(scenes.length, scenes.length);
  const meanwhile = measured.filter(({ scene }) => !chosenLater.has(scene));
  const afterwards = measured.filter(({ scene }) => chosenLater.has(scene));
  return patches.map((_, patch) => ({
    ...datesOf(patch, meanwhile, roles),
    later: laterSightOf(patch, { meanwhile, afterwards }, roles),
  }));
}

/**
 * All scenes from the first to the last of both pictures' scenes, and those of two months after them, in
 * the order of time.
 */
async function findScenes(
  patches: DatingQuestion['patches'],
  used: DatingQuestion['scenes'],
  options: SceneSource & { signal: AbortSignal | undefined },
): Promise<{ between: Scene[]; later: Scene[] }> {
  const { signal, ...source } = options;
  const times = used.map(({ date }) => Date.parse(date));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const area = {
    type: 'MultiPolygon' as const,
    coordinates: patches.flatMap(areaPolygons),
  };
  const found = new Map<string, Scene>();
  const step = (2 * searchDays + 1) * millisecondsPerDay;
  for (let middle = first + step / 2; middle - step / 2 <= last + step; middle += step) {
    const date = dateOf(middle);
    const search = { ...source, area, date, windowDays: searchDays, ...(signal && { signal }) };
    for (const scene of (await searchScenes(search)).scenes) found.set(scene.id, scene);
  }
  const end = last + millisecondsPerDay;
  const within = (from: number, to: number) =>
    [...found.values()].filter(({ datetime }) => {
      const time = Date.parse(datetime);
      return time >= from && time < to;
    });
  return { between: within(first, end), later: within(end, end + step) };
}

function workAreaOfPatches(grid: WorkArea['grid'], pixels: readonly PatchPixels[]): WorkArea {
  const mask = new Uint8Array(grid.width * grid.height);
  for (const { inside, around } of pixels) {
    for (const index of inside) mask[index] = 1;
    for (const index of around) mask[index] = 1;
  }
  return workAreaOf(grid, mask);
}

interface Reading extends BandReading {
  readonly pixels: readonly PatchPixels[];
}

async function measureScene(scene: Scene, reading: Reading): Promise<Measures[]> {
  const { pixels } = reading;
  const { usable } = await readUsability(scene, reading);
  const isClear = (index: number) =>
    usable[index] === usability.clear || usable[index] === usability.water;
  if (!pixels.some(({ inside }) => inside.some(isClear))) return pixels.map(() => []);
  const [nir, red, swir2] = await readSceneBands(scene, bandNames, reading);
  return measureOnScene({ nir, red, swir2, isClear }, pixels);
}

/** What later scenes show of the patch. */
function laterSightOf(
  patch: number,
  scenes: Record<'meanwhile' | 'afterwards', readonly SceneMeasures[]>,
  roles: ReadonlyMap<string, Role>,
): LaterSight | null {
  const ofRole = (wanted: Role) =>
    scenes.meanwhile
      .filter(({ scene }) => roles.get(scene.id) === wanted)
      .map(({ patches }) => patches[patch]!);
  return findLaterSight({
    before: ofRole('before'),
    after: ofRole('after'),
    later: scenes.afterwards.map(({ scene, patches }) => ({
      date: dayOf(scene),
      measures: patches[patch]!,
    })),
  });
}

/** The dates of the patch by the measure with the least doubt. */
function datesOf(
  patch: number,
  measured: readonly SceneMeasures[],
  roles: ReadonlyMap<string, Role>,
): ChangeDates {
  const told = [0, 1].flatMap((measure) => {
    const readings = measured.flatMap(({ scene, patches }) => {
      const value = patches[patch]?.[measure];
      const date = dayOf(scene);
      return value === undefined ? [] : [{ date, value, role: roles.get(scene.id) }];
    });
    const meanOf = (wanted: Role) =>
      average(readings.flatMap(({ role, value }) => (role === wanted ? value : [])));
    const dates = findChangeDates(readings, { before: meanOf('before'), after: meanOf('after') });
    return dates ? [dates] : [];
  });
  if (told.length === 0) return noDates;
  const { firstSeen, lastUnchanged } = told.reduce((best, each) =>
    each.doubt < best.doubt ? each : best,
  );
  return { firstSeen, lastUnchanged };
}

const hopelessCloudPercent = 90;
/** Later scenes are few, and clouds that are not recognised lie beside those that are. */
const cloudyPercent = 60;
const laterDays = 3;

/**
 * Chooses scenes between two dates, evenly over the time: of each stretch of time the clearest by the
 * catalogue, each time of one day with all its tiles. Scenes of both pictures always belong to them.
 *
 * @param scenes in the order of time
 * @param kept ids of the scenes of both pictures
 * @param most how many scenes are chosen besides those
 */
function chooseScenes(scenes: readonly Scene[], kept: ReadonlySet<string>, most: number): Scene[] {
  const free = scenes.filter(
    ({ id, cloudCoverPercent = 0 }) => !kept.has(id) && cloudCoverPercent < hopelessCloudPercent,
  );
  const days = [...Map.groupBy(free, dayOf).values()];
  const tiles = Math.max(1, ...days.map(({ length }) => length));
  const stretches = Math.max(1, Math.floor(most / tiles));
  const [first, last] = [timeOf(days[0]), timeOf(days.at(-1))];
  const stretchOf = (day: readonly Scene[]) =>
    Math.min(
      stretches - 1,
      Math.floor(((timeOf(day) - first) / Math.max(1, last - first)) * stretches),
    );
  const chosen = [...Map.groupBy(days, stretchOf).values()].flatMap((candidates) =>
    candidates.reduce((best, day) => (cloudOf(day) < cloudOf(best) ? day : best)),
  );
  const ids = new Set([...kept, ...chosen.map(({ id }) => id)]);
  return scenes.filter(({ id }) => ids.has(id));
}

/** The scenes of the next three days that are not cloudy by the catalogue, with all their tiles. */
export function chooseLaterScenes(scenes: readonly Scene[]): Scene[] {
  const days = [...Map.groupBy(scenes, dayOf).values()];
  return days
    .filter((day) => cloudOf(day) <= cloudyPercent)
    .slice(0, laterDays)
    .flat();
}

function timeOf(day: readonly Scene[] | undefined): number {
  return Date.parse(day?.[0]?.datetime ?? '1970-01-01');
}

function cloudOf(day: readonly Scene[]): number {
  return day.reduce((sum, { cloudCoverPercent = 0 }) => sum + cloudCoverPercent, 0) / day.length;
}
