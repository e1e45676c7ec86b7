import type { MultiPolygon, Polygon } from 'geojson';
import {
  chooseSurveyArea,
  chooseWideArea,
  defaultChunkMeters,
  SceneFiles,
  type WorkArea,
} from '../composite/index.ts';
import { neededPixels } from '../composite/needed-pixels.ts';
import type { RankedDate } from '../composite/rank.ts';
import { readUsability } from '../composite/scene-usability.ts';
import { mostFailures, nearestFirst } from '../composite/survey.ts';
import type { Scene } from '../source/scene.ts';
import { type SceneSearch, searchScenes } from '../source/search.ts';
import { defaultWindowDays, foundScenes, type SceneSource } from './find-scenes.ts';
import { asFailure } from './run-failure.ts';
import type { SceneNews, SceneRole } from './scene-views.ts';
import { AnalysisFailure } from './types.ts';

/** What would be compared. */
export interface SceneQuestion {
  /** Longitude and latitude, WGS 84. */
  readonly area: Polygon | MultiPolygon;
  /** YYYY-MM-DD. */
  readonly beforeDate: string;
  readonly afterDate: string;
  /** After this long, what the catalogue says of clouds has to do. */
  readonly maxSeconds: number;
}

export interface LookOptions {
  signal?: AbortSignal | undefined;
  onNews: (news: SceneNews) => void;
}

/** Two requests to a file follow each other: while one scene waits, others are under way. */
const scenesAtOnce = 8;

/**
 * Looks at all scenes around two dates for clouds, in coarse pixels, those that a run would rather
 * use first; tells what it learns at once, the catalogue's answer before all. Bounded in time. Rejects
 * with AnalysisFailure when the catalogue can't be searched, and with the signal's reason.
 */
export async function lookAtScenes(
  question: SceneQuestion,
  source: SceneSource,
  { signal, onNews }: LookOptions,
): Promise<void> {
  const deadline = AbortSignal.timeout(question.maxSeconds * 1000);
  const bounded = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const { area, beforeDate, afterDate } = question;
  try {
    if (chooseWideArea(area, { chunkMeters: defaultChunkMeters })) {
      onNews({ kind: 'too large' });
      return;
    }
    const search = (date: string) =>
      searchScenes({ ...source, area, date, windowDays: defaultWindowDays, signal: bounded });
    const [before, after] = await Promise.all([search(beforeDate), search(afterDate)]);
    const workArea = surveyAreaOf(area);
    onNews({ kind: 'searched', workArea, scenes: { before, after } });
    if (workArea)
      await viewScenes(question, { before, after }, { source, workArea, signal: bounded, onNews });
  } catch (error) {
    signal?.throwIfAborted();
    throw deadline.aborted ? tooSlow(error) : asFailure(error);
  }
  signal?.throwIfAborted();
}

/** Null where the area is too thin for coarse pixels: the catalogue's figures remain. */
function surveyAreaOf(area: Polygon | MultiPolygon): WorkArea | null {
  try {
    return chooseSurveyArea(area);
  } catch (error) {
    if (error instanceof AnalysisFailure) return null;
    throw error;
  }
}

/** Resolves early when the time is over, or no classification can be read. */
async function viewScenes(
  { beforeDate, afterDate }: SceneQuestion,
  found: Record<SceneRole, SceneSearch>,
  {
    source,
    workArea,
    signal,
    onNews,
  }: {
    source: SceneSource;
    workArea: WorkArea;
    signal: AbortSignal;
    onNews: LookOptions['onNews'];
  },
): Promise<void> {
  const files = new SceneFiles(source.transport, signal);
  const needed = neededPixels(workArea.grid, workArea.mask);
  const queue = alternating(
    scenesToView('before', found, { date: beforeDate, otherDate: afterDate }),
    scenesToView('after', found, { date: afterDate, otherDate: beforeDate }),
  ).values();
  let seen = 0;
  let failed = 0;
  const work = async (): Promise<void> => {
    for (const { role, scene } of queue) {
      if (signal.aborted || (seen === 0 && failed >= mostFailures)) return;
      const shown = await readUsability(scene, { files, workArea, needed }).catch(() => null);
      if (signal.aborted) return;
      if (shown) seen += 1;
      else failed += 1;
      onNews({ kind: 'viewed', role, id: scene.id, usable: shown?.usable ?? null });
    }
  };
  await Promise.all(Array.from({ length: scenesAtOnce }, work));
  files.close();
}

interface SceneToView {
  readonly role: SceneRole;
  readonly scene: Scene;
}

function scenesToView(
  role: SceneRole,
  found: Record<SceneRole, SceneSearch>,
  wanted: RankedDate,
): SceneToView[] {
  const { scenes } = foundScenes(found[role], { ...wanted, choice: undefined });
  return nearestFirst(scenes, wanted).map((scene) => ({ role, scene }));
}

/** Both dates are waited for alike. */
function alternating<T>(one: readonly T[], other: readonly T[]): T[] {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, index) => [
    one.slice(index, index + 1),
    other.slice(index, index + 1),
  ]).flat(2);
}

function tooSlow(cause: unknown): AnalysisFailure {
  return new AnalysisFailure('The imagery service did not answer in time. Try again in a while.', {
    permanent: false,
    cause,
  });
}
