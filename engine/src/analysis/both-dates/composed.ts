import type { CompositePair, PicturePair, Subarea, WorkArea } from '../../composite/index.ts';
import type { RunFact } from '../../facts/run-facts.ts';
import type { AnalysisFailure } from '../../failure/analysis-failure.ts';
import type { SceneSource, SearchedScenes } from '../find/find-scenes.ts';
import type { AnalysisProgress } from '../types.ts';

export interface ComposeOptions extends SceneSource {
  /** Days before and after each date in which scenes are looked for. */
  windowDays: number;
  /** An area that is wider or higher is composed in subareas of at most this size. */
  subareaMeters?: number;
  /** The result of an earlier search for the whole area, which is then not repeated. */
  searched?: SearchedScenes | undefined;
  /**
   * A folder in which the subareas of a large area are kept for a later attempt. The caller removes
   * it.
   */
  keptFolder?: string | undefined;
  signal?: AbortSignal;
  onProgress?: (progress: AnalysisProgress) => void;
}

/** The pictures of both dates, and what a reader of the result should know about them. */
export interface Composed {
  readonly workArea: WorkArea;
  readonly pair: PicturePair;
  /**
   * The pair in which change is looked for. It differs from the pictures if many days had to be
   * made comparable.
   */
  readonly comparable: PicturePair;
  readonly notes: readonly RunFact[];
}

/** The outcome of one subarea of a large area. */
export type Outcome =
  | {
      readonly subarea: Subarea;
      readonly notes: readonly RunFact[];
      readonly gaps: CompositePair['gaps'];
      readonly failure: undefined;
    }
  | { readonly subarea: Subarea; readonly failure: AnalysisFailure };
