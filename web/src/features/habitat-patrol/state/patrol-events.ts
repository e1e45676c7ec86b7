import type {
  AnalysisResult,
  LandCover,
  RunLayer,
  RunProgress,
  SceneChoice,
} from '@refugia/contract/habitat-patrol.ts';
import type {
  Area,
  AreaOrigin,
  ChangeMethod,
  PatrolState,
  RunEnding,
  SpeciesInfo,
  SpeciesPick,
} from './patrol-state.ts';

/** What happens to the area of interest. */
export type AreaEvent =
  | { type: 'area-picked'; area: Area; origin: AreaOrigin; startDate?: string; endDate?: string }
  | { type: 'area-edited'; area: Area }
  | { type: 'area-removed' }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'species-picked'; pick: SpeciesPick }
  | { type: 'species-area-found'; pick: SpeciesPick; area: Area; notes: readonly string[] }
  | { type: 'species-area-missing'; pick: SpeciesPick; message: string }
  | { type: 'species-info-found'; pick: SpeciesPick; info: SpeciesInfo }
  /** The catalogue answered with something that names no species. */
  | { type: 'species-info-unusable'; pick: SpeciesPick };

/** What is set before a run, and how its pictures show. */
export type InputEvent =
  | { type: 'dates-changed'; startDate?: string; endDate?: string }
  | { type: 'method-chosen'; method: ChangeMethod }
  | { type: 'land-cover-chosen'; landCover: LandCover }
  | { type: 'scenes-chosen'; date: 'before' | 'after'; choice: SceneChoice }
  | { type: 'opacity-changed'; layer: RunLayer; value: number };

/** What happens to a run. */
export type RunEvent =
  | { type: 'run-requested'; today: string }
  /** The server has taken the attempt, or a run of the address turned out to be under way. */
  | { type: 'run-accepted'; runId: string }
  | { type: 'run-refused'; message: string }
  | { type: 'run-found'; runId: string; area: Area; startDate: string; endDate: string }
  /** There is no run of that id (any more), or it could not be asked for. */
  | { type: 'run-missing'; isGone: boolean }
  | { type: 'opening-requested' }
  /** The run of the address came to nothing. */
  | {
      type: 'ending-found';
      runId: string;
      ending: RunEnding;
      area: Area;
      startDate: string;
      endDate: string;
    }
  /** Whoever changes area, dates or scenes goes back to before the run. */
  | { type: 'run-put-aside' }
  /** The run of the address was done already. */
  | { type: 'result-found'; result: AnalysisResult; area: Area; startDate: string; endDate: string }
  | { type: 'progressed'; progress: RunProgress }
  /** The run goes on, but the server does not answer; it is asked again. */
  | { type: 'contact-lost' }
  | { type: 'cancel-requested' }
  | { type: 'cancel-failed'; message: string }
  | { type: 'cancelled' }
  | { type: 'attempt-failed'; reason: string | null; permanent: boolean }
  | { type: 'succeeded'; result: AnalysisResult }
  | { type: 'reset' };

export type PatrolEvent = AreaEvent | InputEvent | RunEvent;

/** What a transition asks of the world outside the state. */
export type PatrolEffect =
  | { kind: 'alert'; alert: 'error' | 'warning' | 'success'; message: string }
  /** What was told last is about what has gone. */
  | { kind: 'withdraw-alert' }
  | { kind: 'fit-bounds'; bounds: [number, number, number, number] }
  | { kind: 'fly-to'; center: [number, number]; zoom: number }
  | { kind: 'send-attempt'; attempt: number; delayMilliseconds: number }
  | { kind: 'open-run'; runId: string }
  | { kind: 'fetch-species-area'; pick: SpeciesPick }
  | { kind: 'fetch-species-info'; pick: SpeciesPick };

export interface Transition {
  readonly state: PatrolState;
  readonly effects: readonly PatrolEffect[];
}

/** The next state with what is to be done besides. */
export function to(state: PatrolState, ...effects: PatrolEffect[]): Transition {
  return { state, effects };
}

export function alertError(message: string): PatrolEffect {
  return { kind: 'alert', alert: 'error', message };
}
