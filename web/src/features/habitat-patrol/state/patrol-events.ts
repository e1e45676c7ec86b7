import type { LandCover, RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunProgress, RunResult, SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import type {
  Area,
  AreaOrigin,
  ChangeMethod,
  PatrolState,
  RunEnding,
  SpeciesInfo,
  SpeciesPick,
} from './patrol-state.ts';

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
  /** The catalogue's answer names no species. */
  | { type: 'species-info-unusable'; pick: SpeciesPick };

export type InputEvent =
  | { type: 'dates-changed'; startDate?: string; endDate?: string }
  | { type: 'method-chosen'; method: ChangeMethod }
  | { type: 'land-cover-chosen'; landCover: LandCover }
  | { type: 'scenes-chosen'; date: 'before' | 'after'; choice: SceneChoice }
  | { type: 'opacity-changed'; layer: RunLayer; value: number };

/** What the server knows of the run of the address. */
export interface RunOfAddress {
  area: Area;
  startDate: string;
  endDate: string;
}

export type RunEvent =
  | { type: 'run-requested'; today: string }
  /** The server has accepted the attempt, or the run of the address is under way. */
  | { type: 'run-accepted'; runId: string }
  | { type: 'run-refused'; message: string }
  | ({ type: 'run-found'; runId: string } & RunOfAddress)
  /** The run of the address does not exist (any more), or it could not be read. */
  | { type: 'run-missing'; isGone: boolean }
  | { type: 'opening-requested' }
  /** The run of the address ended without a result. */
  | ({ type: 'ending-found'; runId: string; ending: RunEnding } & RunOfAddress)
  /**
   * The person changes area, dates, method or scenes and so returns to the state before the run,
   * with `opensScenes` to the choice of scenes.
   */
  | { type: 'run-put-aside'; opensScenes?: true }
  /** The run of the address has a result. */
  | ({ type: 'result-found'; result: RunResult } & RunOfAddress)
  | { type: 'progressed'; progress: RunProgress }
  /** The server does not answer, but the run continues and the server is asked again. */
  | { type: 'contact-lost' }
  | { type: 'cancel-requested' }
  | { type: 'cancel-failed'; message: string }
  | { type: 'cancelled' }
  | { type: 'attempt-failed'; reason: string | null; permanent: boolean }
  | { type: 'succeeded'; result: RunResult }
  /** The pictures of the result are on the map. */
  | { type: 'pictures-drawn' }
  | { type: 'reset' };

export type PatrolEvent = AreaEvent | InputEvent | RunEvent;

/** An effect that a transition requests outside of the state. */
export type PatrolEffect =
  | { kind: 'alert'; alert: 'error' | 'warning' | 'success'; message: string }
  /** Closes the last alert, whose subject is gone. */
  | { kind: 'withdraw-alert' }
  | { kind: 'fit-bounds'; bounds: [number, number, number, number] }
  | {
      kind: 'fly-to';
      center: [number, number];
      /** The zoom of MapLibre. */
      zoom: number;
      /** If these bounds would fill less than half of the map, the map fits them instead. */
      fillsHalf?: [west: number, south: number, east: number, north: number];
    }
  | { kind: 'send-attempt'; attempt: number; delayMilliseconds: number }
  | { kind: 'open-run'; runId: string }
  | { kind: 'fetch-species-area'; pick: SpeciesPick }
  | { kind: 'fetch-species-info'; pick: SpeciesPick };

export interface Transition {
  readonly state: PatrolState;
  readonly effects: readonly PatrolEffect[];
}

export function to(state: PatrolState, ...effects: PatrolEffect[]): Transition {
  return { state, effects };
}

export function alertError(message: string): PatrolEffect {
  return { kind: 'alert', alert: 'error', message };
}
