import type { SearchedScenes } from './find-scenes.ts';
import type { LookOptions, SceneQuestion } from './look-at-scenes.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from './types.ts';

export interface EngineRunOptions {
  /** An empty folder that exists: the result's files go there. */
  outputFolder: string;
  /** A folder that outlives this attempt, for whatever lets a later one go on where it ended. */
  keptFolder?: string | undefined;
  /** What a search for the same area and dates has found before. */
  searched?: SearchedScenes | undefined;
  signal: AbortSignal;
  onProgress: (progress: AnalysisProgress) => void;
}

/**
 * Whoever can answer an analysis: this machine, or a distant back end that is near the imagery.
 * Search comes first and is quick; compositing, detection and the result's files are one order,
 * since a distant engine is given them as one and reports the same steps. Whatever computes, the
 * result is the same: files of `resultFileNames` in the output folder, and their description.
 */
export interface AnalysisEngine {
  /**
   * Which scenes there are around both dates, and what each shows of the area, told as it is learnt;
   * which ones a run would use follows from it. Rejects with AnalysisFailure, or the signal's reason.
   */
  search(question: SceneQuestion, options: LookOptions): Promise<void>;
  /**
   * One run from the search to its files. When it rejects, with AnalysisFailure or the signal's
   * reason, nothing writes into the folder any more.
   */
  run(request: AnalysisRequest, options: EngineRunOptions): Promise<AnalysisResult>;
}
