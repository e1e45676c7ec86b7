import { limits } from '@refugia/contract/limits.ts';
import { previewOf } from '@refugia/engine/analysis/preview/scene-preview.ts';
import { SceneViews } from '@refugia/engine/analysis/preview/scene-views.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { DataDirectory } from '../../../platform/data-directory/data-directory.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { SharedTasks } from '../../../platform/shared-tasks.ts';
import type { SearchProgram } from './engine-main.ts';
import { runEngine } from './engine-process.ts';
import type { Imagery } from './imagery.ts';
import { hashOf, type RunRequest } from './run-request.ts';

/** A preview depends neither on the choice of scenes nor on the method. */
type PreviewQuestion = Pick<RunRequest, 'area' | 'startDate' | 'endDate'>;

type Listener = (views: SceneViews) => void;

/** The number of previews at the same time, each in a process of its own. */
const maxPreviews = 3;
/** How long a preview is remembered. New scenes appear every few days. */
const keptMilliseconds = 10 * 60_000;
const keptBytes = 48_000_000;

/**
 * Previews the scenes around two dates. Callers with equal questions share one preview, and its result
 * is remembered for a while. Another choice among the scenes, and the run itself, can use it again.
 */
export class ScenePreviews {
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
   * Resolves to the complete result. Rejects with AnalysisFailure, with the signal's reason, or
   * with ApiFailure 503 when too many previews are running.
   * @param onChange is called with the results so far whenever there are more
   */
  async follow(
    question: PreviewQuestion,
    imagery: Imagery,
    { signal, onChange }: { signal: AbortSignal; onChange?: Listener | undefined },
  ): Promise<SceneViews> {
    const kept = this.known(question, imagery);
    if (kept) return kept;
    const key = keyOf(question, imagery);
    const views = this.#tasks.run(key, signal, (alone) =>
      this.#preview(key, question, imagery, alone),
    );
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

  /** The result of a recent preview, or undefined when there is none. */
  known(question: PreviewQuestion, imagery: Imagery): SceneViews | undefined {
    const kept = this.#kept.get(keyOf(question, imagery));
    return kept && kept.until > Date.now() ? kept.views : undefined;
  }

  async #preview(
    key: string,
    { area, startDate, endDate }: PreviewQuestion,
    imagery: Imagery,
    signal: AbortSignal,
  ): Promise<SceneViews> {
    if (this.#underWay.size >= maxPreviews) {
      throw new ApiFailure(
        503,
        'scenes_busy',
        'Scenes are being looked for in too many places. Please try again in a moment.',
      );
    }
    const views = new SceneViews({ startDate, endDate });
    const underWay = { views, listeners: new Set<Listener>() };
    this.#underWay.set(key, underWay);
    const maxSeconds = limits.habitatPatrol.scenePreviewSeconds;
    try {
      const dates = { startDate, endDate };
      const question = { area: area.geometry, ...dates, maxSeconds };
      await runEngine<SearchProgram>(
        { kind: 'search', question, imagery },
        {
          signal,
          compiledFolder: this.#dataDirectory.compiled,
          onProgress: (news) => {
            views.add(news);
            for (const listener of underWay.listeners) listener(views);
          },
        },
      );
    } finally {
      if (this.#underWay.get(key) === underWay) this.#underWay.delete(key);
    }
    const { isComplete } = await previewOf(views, undefined);
    if (isComplete) this.#kept.set(key, { views, until: Date.now() + keptMilliseconds });
    return views;
  }
}

const keyOf = ({ area, startDate, endDate }: PreviewQuestion, imagery: Imagery) =>
  hashOf([area.geometry, startDate, endDate, imagery]);
