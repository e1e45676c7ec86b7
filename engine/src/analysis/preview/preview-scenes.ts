import type { MultiPolygon, Polygon } from 'geojson';
import {
  choosePreviewArea,
  chooseWideArea,
  SceneFiles,
  type WorkArea,
} from '../../composite/index.ts';
import { neededPixels } from '../../composite/read/needed-pixels.ts';
import { readSceneBands } from '../../composite/read/scene-bands.ts';
import { readUsability } from '../../composite/survey/scene-usability.ts';
import { mostFailures, nearestFirst } from '../../composite/survey/survey.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { defaultSubareaMeters } from '../../geo/work-pixels.ts';
import type { Scene } from '../../source/scene.ts';
import { type SceneSearch, searchScenes } from '../../source/search.ts';
import { forEachAtOnce } from '../../threads/wait-for.ts';
import { asFailure } from '../as-failure.ts';
import { datesOf, foundScenes, type Role, type SceneSource } from '../find/find-scenes.ts';
import type { AnalysisRequest } from '../types.ts';
import { expectPictures, foundOfBoth, sharesUsed } from './expected-pictures.ts';
import { type SceneNews, SceneViews, snowBandNames } from './scene-views.ts';

/** The area and the dates that would be compared. */
export interface SceneQuestion extends Pick<AnalysisRequest, 'area' | 'startDate' | 'endDate'> {
  /** After this time, the catalogue's cloud cover has to be enough. */
  readonly maxSeconds: number;
}

export interface PreviewOptions {
  signal?: AbortSignal | undefined;
  onNews: (news: SceneNews) => void;
}

/**
 * Reading a scene takes two requests, one after the other, so several scenes are read at the same
 * time.
 */
const scenesAtOnce = 8;

/**
 * Looks at all scenes around two dates before a run, so that a person can choose among them. It reads
 * how cloudy each is over the area, in coarse pixels, in the order in which a run would prefer them.
 * The run itself makes a `Survey` instead (`composite/survey`), which reads the pixels of the work grid
 * and ends as soon as enough of the area is clear. As soon as it is known which scenes a
 * run would use, it reads a few of their bands, because a run finds snow by them that classifications
 * miss. Every result is reported at once, the catalogue's answer first. The time is limited. Rejects
 * with AnalysisFailure if the catalogue cannot be searched, or with the signal's reason.
 */
export async function previewScenes(
  question: SceneQuestion,
  source: SceneSource,
  { signal, onNews }: PreviewOptions,
): Promise<void> {
  const deadline = AbortSignal.timeout(question.maxSeconds * 1000);
  const bounded = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const { area, startDate, endDate } = question;
  try {
    if (chooseWideArea(area, { subareaMeters: defaultSubareaMeters })) {
      onNews({ kind: 'too large' });
      return;
    }
    const search = (date: string) => searchScenes({ ...source, area, date, signal: bounded });
    const [before, after] = await Promise.all([search(startDate), search(endDate)]);
    const workArea = previewAreaOf(area);
    const views = new SceneViews(question);
    const tell = (news: SceneNews): void => {
      views.add(news);
      onNews(news);
    };
    tell({ kind: 'searched', workArea, scenes: { before, after } });
    if (workArea) {
      const files = new SceneFiles(source.transport, bounded);
      const work = { files, views, workArea, signal: bounded, onNews: tell };
      try {
        await viewScenes(question, { before, after }, work);
      } finally {
        files.close();
      }
    }
    if (!bounded.aborted) tell({ kind: 'ended' });
  } catch (error) {
    signal?.throwIfAborted();
    throw deadline.aborted ? tooSlow(error) : asFailure(error);
  }
  signal?.throwIfAborted();
}

/**
 * Null if the area is too thin for coarse pixels. The catalogue's figures are then all there is.
 */
function previewAreaOf(area: Polygon | MultiPolygon): WorkArea | null {
  try {
    return choosePreviewArea(area);
  } catch (error) {
    if (error instanceof AnalysisFailure) return null;
    throw error;
  }
}

interface PreviewWork {
  readonly files: SceneFiles;
  /** Everything that has been told so far. */
  readonly views: SceneViews;
  readonly workArea: WorkArea;
  readonly signal: AbortSignal;
  readonly onNews: PreviewOptions['onNews'];
}

/** Resolves early if the time is over, or if no classification can be read. */
async function viewScenes(
  question: SceneQuestion,
  found: Record<Role, SceneSearch>,
  work: PreviewWork,
): Promise<void> {
  const { files, workArea, signal, onNews } = work;
  const needed = neededPixels(workArea.grid, workArea.mask);
  const scenes = alternating(
    scenesToView('before', found, question),
    scenesToView('after', found, question),
  );
  let seen = 0;
  let failed = 0;
  let measured: Promise<void> | undefined;
  await forEachAtOnce(scenes, scenesAtOnce, async ({ role, scene }) => {
    if (signal.aborted || (seen === 0 && failed >= mostFailures)) return;
    const shown = await readUsability(scene, { files, workArea, needed }).catch(() => null);
    if (signal.aborted) return;
    if (shown) seen++;
    else failed++;
    onNews({ kind: 'viewed', role, id: scene.id, usable: shown?.usable ?? null });
    // People wait for the share that can be seen, so what it needs comes before further scenes.
    const used = measured ? null : await scenesUsed(work);
    if (used) measured ??= measureScenes(used, work);
    await measured;
  });
}

/**
 * Reads the bands that identify snow. Of a scene whose bands can't be read, what its classification
 * says of snow remains.
 */
async function measureScenes(
  scenes: readonly SceneToView[],
  { files, workArea, signal, onNews }: PreviewWork,
): Promise<void> {
  const needed = neededPixels(workArea.grid, workArea.mask);
  if (!needed) return;
  await forEachAtOnce(scenes, scenesAtOnce, async ({ role, scene }) => {
    if (signal.aborted) return;
    const reading = readSceneBands(scene, snowBandNames, { files, workArea, needed });
    const bands = await reading.catch(() => null);
    if (!signal.aborted) onNews({ kind: 'measured', role, id: scene.id, bands });
  });
}

/** The scenes that a run would use by itself; null while that depends on further scenes. */
async function scenesUsed({ views, workArea }: PreviewWork): Promise<SceneToView[] | null> {
  const { searched } = views;
  if (!searched) return null;
  const found = foundOfBoth(views, searched.scenes, undefined);
  const { before, after } = await expectPictures(views, found, workArea);
  if (!before || !after) return null;
  return [
    ...scenesOf('before', sharesUsed(before, workArea)),
    ...scenesOf('after', sharesUsed(after, workArea)),
  ];
}

function scenesOf(role: Role, shares: ReadonlyMap<Scene, number>): SceneToView[] {
  return [...shares.keys()].map((scene) => ({ role, scene }));
}

interface SceneToView {
  readonly role: Role;
  readonly scene: Scene;
}

function scenesToView(
  role: Role,
  found: Record<Role, SceneSearch>,
  question: SceneQuestion,
): SceneToView[] {
  const wanted = datesOf(role, question);
  const { scenes } = foundScenes(found[role], { ...wanted, choice: undefined });
  return nearestFirst(scenes, wanted).map((scene) => ({ role, scene }));
}

/** Alternates between the dates, so that both make equal progress. */
function alternating<T>(one: readonly T[], other: readonly T[]): T[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, index) => [
    one.slice(index, index + 1),
    other.slice(index, index + 1),
  ]).flat(2);
}

function tooSlow(cause: unknown): AnalysisFailure {
  return new AnalysisFailure({ code: 'catalogue-too-slow' }, { permanent: false, cause });
}
