import type { SceneQuestion, SceneSurvey } from './scene-survey.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from './types.ts';

export interface EngineRunOptions {
  /** An empty folder that exists: the result's files go there. */
  outputFolder: string;
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
   * Which scenes there are around both dates, and which a run would use. Rejects with
   * AnalysisFailure, or the signal's reason.
   */
  search(question: SceneQuestion, options: { signal: AbortSignal }): Promise<SceneSurvey>;
  /**
   * One run from the search to its files. When it rejects, with AnalysisFailure or the signal's
   * reason, nothing writes into the folder any more.
   */
  run(request: AnalysisRequest, options: EngineRunOptions): Promise<AnalysisResult>;
}
