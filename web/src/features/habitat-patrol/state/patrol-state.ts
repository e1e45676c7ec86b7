import type {
  AnalysisResult,
  changeMethods,
  LandCover,
  RunLayer,
  RunProgress,
  SceneChoice,
} from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { SpeciesAreaType } from '@refugia/contract/species.ts';
import type { SkippedPart } from '@refugia/contract/vector-import.ts';
import type { MultiPolygon, Polygon } from 'geojson';

const { habitatPatrol: constants } = limits;

export type Area = Polygon | MultiPolygon;
/** How strongly each picture shows: 0 to 10, a tenth of it is the layer's opacity. */
export type Opacities = Readonly<Record<RunLayer, number>>;
export type ChangeMethod = (typeof changeMethods)[number];
/** Which of each date's scenes may be used. */
export type SceneChoices = Readonly<Record<'before' | 'after', SceneChoice>>;

/** A species' area as a person asks for it. */
export interface SpeciesPick {
  readonly type: SpeciesAreaType;
  readonly scientificName: string;
}

/** What the species panel shows; the species is active once this is known. */
export interface SpeciesInfo {
  readonly commonName: string;
  readonly scientificName: string;
  /** Null where there is no picture. */
  readonly imageUrl: string | null;
}

/** How an area came to be. */
export type AreaOrigin =
  | { readonly kind: 'drawn' | 'entered' | 'address' }
  | { readonly kind: 'example'; readonly name: string }
  | {
      readonly kind: 'upload';
      readonly fileName: string;
      readonly skipped: readonly SkippedPart[];
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'species';
      readonly pick: SpeciesPick;
      /** What the shapes are, where they only stand for the area; as a sentence. */
      readonly notes: readonly string[];
      /** Null until it has been fetched, and where it could not be. */
      readonly info: SpeciesInfo | null;
    };

/** An area of interest with where it comes from. */
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
  /** For the method that asks for it. */
  readonly landCover: LandCover;
  readonly scenes: SceneChoices;
  readonly history: AreaHistory;
}

export type Ready = Inputs &
  Interest & {
    readonly phase: 'ready';
    /** Whether a person came to choose scenes. */
    readonly opensScenes?: true;
  };

export interface Running extends Inputs, Interest {
  readonly phase: 'running';
  /** 1 for the first; sent along. */
  readonly attempt: number;
  /** Why the attempt before this one failed, where that is known. */
  readonly lastFailure: string | null;
  /** Null until the server has taken the attempt. */
  readonly runId: string | null;
  readonly progress: RunProgress | null;
  readonly isCancelling: boolean;
  /** The server did not answer when it was last asked how the run stands. */
  readonly isOutOfReach: boolean;
}

/** Why a run has no result. */
export type RunEnding =
  | { readonly kind: 'cancelled' }
  /** A permanent failure would come again with the same area, dates and scenes. */
  | { readonly kind: 'failed'; readonly reason: string | null; readonly permanent: boolean };

export interface Shown extends Inputs, Interest {
  readonly phase: 'shown';
  readonly runId: string;
  readonly result: AnalysisResult;
}

export interface Fruitless extends Inputs, Interest {
  readonly phase: 'fruitless';
  readonly runId: string;
  readonly ending: RunEnding;
}

export interface Unopened extends Inputs {
  readonly phase: 'unopened';
  readonly runId: string;
  readonly pick: SpeciesPick | null;
  /** Whether there is no such run (any more); otherwise it could not be asked for. */
  readonly isGone: boolean;
}

/** Where the screen stands; the specification's words for it are in the comments. */
export type PatrolState =
  /** No area. */
  | (Inputs & { readonly phase: 'empty' })
  /** Loading, before there is an area: that of a species is being fetched. */
  | (Inputs & { readonly phase: 'fetching'; readonly pick: SpeciesPick })
  /** The address names a run that is being fetched, and the species whose area it may have. */
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
  /** The address names a run that came to nothing; only a person starts it again. */
  | Fruitless
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

/** What a person has entered, without the phase. */
export function inputsOf(state: Inputs): Inputs {
  const { startDate, endDate, opacities, method, landCover, scenes, history } = state;
  return { startDate, endDate, opacities, method, landCover, scenes, history };
}

/** The area that the state has, if it has one. */
export function interestOf(state: PatrolState): Interest | null {
  return 'area' in state ? { area: state.area, origin: state.origin } : null;
}
