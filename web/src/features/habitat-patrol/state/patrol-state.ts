import type {
  changeMethods,
  LandCover,
  RunLayer,
} from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunProgress, RunResult, SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { SpeciesAreaType } from '@refugia/contract/species-kinds.ts';
import type { SkippedPart } from '@refugia/contract/vector-import.ts';
import type { MultiPolygon, Polygon } from 'geojson';

const { habitatPatrol: constants } = limits;

export type Area = Polygon | MultiPolygon;
/** The strength of each picture, 0 to 10. A tenth of it is the layer's opacity. */
export type Opacities = Readonly<Record<RunLayer, number>>;
export type ChangeMethod = (typeof changeMethods)[number];
/** The scenes that may be used for each date. */
export type SceneChoices = Readonly<Record<'before' | 'after', SceneChoice>>;

export interface SpeciesPick {
  readonly type: SpeciesAreaType;
  readonly scientificName: string;
}

/** The content of the species panel. The species is active once this is known. */
export interface SpeciesInfo {
  readonly commonName: string;
  readonly scientificName: string;
  /** Null where there is no picture. */
  readonly imageUrl: string | null;
}

export type AreaOrigin =
  | { readonly kind: 'drawn' | 'entered' | 'address' }
  | { readonly kind: 'example' | 'place'; readonly name: string }
  | {
      readonly kind: 'upload';
      readonly fileName: string;
      /** The name of the only feature with polygons, or null. */
      readonly name: string | null;
      readonly skipped: readonly SkippedPart[];
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'species';
      readonly pick: SpeciesPick;
      /** Notes on shapes that only approximate the area, as sentences. */
      readonly notes: readonly string[];
      /** Null until it has been fetched, and also if that failed. */
      readonly info: SpeciesInfo | null;
    };

export interface Interest {
  readonly area: Area;
  readonly origin: AreaOrigin;
}

/** The areas before and after this one, for undo and redo; null where there was none. */
export interface AreaHistory {
  readonly past: readonly (Interest | null)[];
  readonly future: readonly (Interest | null)[];
}

export interface Inputs {
  /** YYYY-MM-DD, or empty while no whole date is entered. */
  readonly startDate: string;
  readonly endDate: string;
  readonly opacities: Opacities;
  readonly method: ChangeMethod;
  /** The land cover for the method that needs it. */
  readonly landCover: LandCover;
  readonly scenes: SceneChoices;
  readonly history: AreaHistory;
}

export type Ready = Inputs &
  Interest & {
    readonly phase: 'ready';
    readonly opensScenes?: true;
  };

export interface Running extends Inputs, Interest {
  readonly phase: 'running';
  /** The number of the attempt, from 1, which is sent to the server. */
  readonly attempt: number;
  /** Why the former attempt failed, if that is known. */
  readonly lastFailure: string | null;
  /** Null until the server has accepted the attempt. */
  readonly runId: string | null;
  readonly progress: RunProgress | null;
  readonly isCancelling: boolean;
  /** Whether the server did not answer when it was last asked. */
  readonly isOutOfReach: boolean;
}

/** Why a run has no result. */
export type RunEnding =
  | { readonly kind: 'cancelled' }
  /** With `permanent`, the same area, dates and scenes would fail again. */
  | { readonly kind: 'failed'; readonly reason: string | null; readonly permanent: boolean };

export interface Shown extends Inputs, Interest {
  readonly phase: 'shown';
  readonly runId: string;
  readonly result: RunResult;
}

export interface Ended extends Inputs, Interest {
  readonly phase: 'ended';
  readonly runId: string;
  readonly ending: RunEnding;
}

export interface Unopened extends Inputs {
  readonly phase: 'unopened';
  readonly runId: string;
  readonly pick: SpeciesPick | null;
  /** True if the run does not exist (any more), false if it could not be read. */
  readonly isGone: boolean;
}

/** The state of the screen. Comments give the specification's names of the states. */
export type PatrolState =
  /** No area. */
  | (Inputs & {
      readonly phase: 'empty';
      /** The last drawn area, which is too large. It stays visible until the next action. */
      readonly refused?: Area;
    })
  /** Loading, while the area of a species is being fetched. */
  | (Inputs & { readonly phase: 'fetching'; readonly pick: SpeciesPick })
  /** A run of the address is being fetched, which may also name the species whose area it has. */
  | (Inputs & {
      readonly phase: 'opening';
      readonly runId: string;
      readonly pick: SpeciesPick | null;
    })
  /** Area ready. */
  | Ready
  /** Loading. */
  | Running
  /** Query made. */
  | Shown
  /** The run of the address has no result. Only the person can start it again. */
  | Ended
  /** The address names a run that could not be opened. */
  | Unopened;

export type PatrolPhase = PatrolState['phase'];

export const fullOpacities: Opacities = {
  before: constants.opacityMax,
  after: constants.opacityMax,
  change: constants.opacityMax,
};

export const allScenes: SceneChoices = { before: {}, after: {} };

export const initialState: PatrolState = {
  phase: 'empty',
  startDate: constants.defaultStartDate,
  endDate: constants.defaultEndDate,
  opacities: fullOpacities,
  method: 'automatic',
  landCover: 'scrub',
  scenes: allScenes,
  history: { past: [], future: [] },
};

/** Whether the dates are those that the specification presets, which nobody has chosen. */
export function hasPresetDates({ startDate, endDate }: Inputs): boolean {
  return startDate === initialState.startDate && endDate === initialState.endDate;
}

/** Whether a run is under way or being opened. */
export function isBusy({ phase }: PatrolState): boolean {
  return phase === 'running' || phase === 'opening';
}

/** The person's inputs, without the phase. */
export function inputsOf(state: Inputs): Inputs {
  const { startDate, endDate, opacities, method, landCover, scenes, history } = state;
  return { startDate, endDate, opacities, method, landCover, scenes, history };
}

/** The state's area, if there is one. */
export function interestOf(state: PatrolState): Interest | null {
  return 'area' in state ? { area: state.area, origin: state.origin } : null;
}
