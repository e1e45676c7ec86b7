import type { SearchedScenes } from './find/find-scenes.ts';
import type { LookOptions, SceneQuestion } from './look/look-at-scenes.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from './types.ts';

export interface EngineRunOptions {
  /** An existing, empty folder that receives the result's files. */
  outputFolder: string;
  /** A folder that outlives this attempt. It holds what a later attempt needs to continue. */
  keptFolder?: string | undefined;
  /** The result of an earlier search for the same area and dates. */
  searched?: SearchedScenes | undefined;
  signal: AbortSignal;
  onProgress: (progress: AnalysisProgress) => void;
}

/**
 * Something that can run analyses: this machine, or a remote service near the imagery. The search
 * is a call of its own, because it comes first and is quick. Composites, detection and files are
 * one call, because a remote engine receives them as one and reports the same steps. Every engine
 * gives the same result: the files of `resultFileNames` in the output folder, and their
 * description.
 */
export interface AnalysisEngine {
  /**
   * Searches the scenes around both dates and looks at what each shows of the area, before a run. Every result is
   * reported at once. The scenes that a run would use follow from it. Rejects with AnalysisFailure,
   * or with the signal's reason.
   */
  search(question: SceneQuestion, options: LookOptions): Promise<void>;
  /**
   * Does one run from the search to its files. When it rejects, with AnalysisFailure or the
   * signal's reason, nothing writes into the folder any more.
   */
  run(request: AnalysisRequest, options: EngineRunOptions): Promise<AnalysisResult>;
}
