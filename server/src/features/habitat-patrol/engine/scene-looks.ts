import { createHash } from 'node:crypto';
import { limits } from '@refugia/contract/limits.ts';
import { surveyScenes } from '@refugia/engine/analysis/scene-survey.ts';
import { SceneViews } from '@refugia/engine/analysis/scene-views.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { DataDirectory } from '../../../platform/data-directory/data-directory.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import type { Imagery } from './imagery.ts';
import { createLocalEngine } from './local-engine.ts';
import type { RunRequest } from './run-request.ts';

/** What is looked at: which scenes may be used, and by which method, makes no difference. */
type Looked = Pick<RunRequest, 'area' | 'startDate' | 'endDate'>;

type Listener = (views: SceneViews) => void;

/** Looks that are worked on at once, each in a process of its own. */
const maxLooks = 3;
/** New scenes come every few days. */
const keptMilliseconds = 10 * 60_000;
const keptBytes = 48_000_000;

/**
 * Looks at the scenes around two dates: one for all who ask the same at the same time, kept for a
 * while, so that another choice among the scenes, and the run itself, need none.
 */
export class SceneLooks {
  readonly #tasks = new SharedTasks<SceneViews>();
  readonly #underWay = new Map<string, { views: SceneViews; listeners: Set<Listener> }>();
  readonly #kept = new LeastRecentlyUsed<{ views: SceneViews; until: number }>(
    keptBytes,
    ({ views }) => views.bytes,
  );
  readonly #dataDirectory: DataDirectory;

  constructor({ dataDirectory }: Pick<Platform, 'dataDirectory'>) {
    this.#dataDirectory = dataDirectory;
  }

  /**
   * Resolves to all that can be learnt. Rejects with AnalysisFailure, the signal's reason, and
   * ApiFailure 503 when there are too many looks.
   * @param onChange told what is known so far, whenever there is more
   */
  async follow(
    looked: Looked,
    imagery: Imagery,
    { signal, onChange }: { signal: AbortSignal; onChange?: Listener | undefined },
  ): Promise<SceneViews> {
    const kept = this.known(looked, imagery);
    if (kept) return kept;
    const key = keyOf(looked, imagery);
    const views = this.#tasks.run(key, signal, (alone) => this.#look(key, looked, imagery, alone));
    const underWay = this.#underWay.get(key);
    if (!underWay || !onChange) return await views;
    underWay.listeners.add(onChange);
    if (underWay.views.searched) onChange(underWay.views);
    try {
      return await views;
    } finally {
      underWay.listeners.delete(onChange);
    }
  }

  /** What a look of the last minutes has found; undefined when there is none. */
  known(looked: Looked, imagery: Imagery): SceneViews | undefined {
    const kept = this.#kept.get(keyOf(looked, imagery));
    return kept && kept.until > Date.now() ? kept.views : undefined;
  }

  async #look(
    key: string,
    { area, startDate, endDate }: Looked,
    imagery: Imagery,
    signal: AbortSignal,
  ): Promise<SceneViews> {
    if (this.#underWay.size >= maxLooks) {
      throw new ApiFailure(
        503,
        'scenes_busy',
        'Scenes are being looked for in too many places. Please try again in a moment.',
      );
    }
    const views = new SceneViews({ beforeDate: startDate, afterDate: endDate });
    const underWay = { views, listeners: new Set<Listener>() };
    this.#underWay.set(key, underWay);
    const maxSeconds = limits.habitatPatrol.sceneSurveySeconds;
    try {
      await createLocalEngine(imagery, this.#dataDirectory).search(
        { area, beforeDate: startDate, afterDate: endDate, maxSeconds },
        {
          signal,
          onNews: (news) => {
            views.add(news);
            for (const listener of underWay.listeners) listener(views);
          },
        },
      );
    } finally {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    }
    const { isComplete } = await surveyScenes(views, undefined);
    if (isComplete) this.#kept.set(key, { views, until: Date.now() + keptMilliseconds });
    return views;
  }
}

function keyOf({ area, startDate, endDate }: Looked, imagery: Imagery): string {
  const question = JSON.stringify([area, startDate, endDate, imagery]);
  return createHash('sha256').update(question).digest('base64url');
}
