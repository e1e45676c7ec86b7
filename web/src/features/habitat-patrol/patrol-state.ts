import { areaBounds, perimeterMeters } from '@refugia/contract/area-measures.ts';
import type { AnalysisResult, RunLayer, RunProgress } from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { checkRun } from '@refugia/contract/run-checks.ts';
import type { MultiPolygon, Polygon } from 'geojson';

const { habitatPatrol: constants } = limits;
const { habitatPatrol: text } = messages;

export type Area = Polygon | MultiPolygon;
/** How strongly each picture shows: 0 to 10, a tenth of it is the layer's opacity. */
export type Opacities = Readonly<Record<RunLayer, number>>;

interface Inputs {
  /** YYYY-MM-DD, or empty while no whole date is entered. */
  readonly startDate: string;
  readonly endDate: string;
  readonly opacities: Opacities;
}

export interface Running extends Inputs {
  readonly phase: 'running';
  readonly area: Area;
  /** 1 for the first; sent along. */
  readonly attempt: number;
  /** Null until the server has taken the attempt. */
  readonly runId: string | null;
  readonly progress: RunProgress | null;
  readonly isCancelling: boolean;
}

/** Where the screen stands; the words of the specification's states are in the comments. */
export type PatrolState =
  /** No area. */
  | (Inputs & { readonly phase: 'empty' })
  /** The address names a run that is being fetched. */
  | (Inputs & { readonly phase: 'opening'; readonly runId: string })
  /** Area ready. */
  | (Inputs & { readonly phase: 'ready'; readonly area: Area })
  /** Loading. */
  | Running
  /** Query made. */
  | (Inputs & {
      readonly phase: 'shown';
      readonly area: Area;
      readonly runId: string;
      readonly result: AnalysisResult;
    });

/** How an area came to be: one that was drawn is in view already. */
type AreaOrigin = 'drawn' | 'entered' | 'example' | 'address';

export type PatrolEvent =
  | { type: 'area-picked'; area: Area; origin: AreaOrigin; startDate?: string; endDate?: string }
  | { type: 'area-removed' }
  | { type: 'dates-changed'; startDate?: string; endDate?: string }
  | { type: 'run-requested'; today: string }
  /** The server has taken the attempt, or a run of the address turned out to be under way. */
  | { type: 'run-accepted'; runId: string }
  | { type: 'run-refused'; message: string }
  | { type: 'run-found'; runId: string; area: Area; startDate: string; endDate: string }
  | { type: 'run-missing'; message: string }
  /** The run of the address was done already. */
  | { type: 'result-found'; result: AnalysisResult; area: Area; startDate: string; endDate: string }
  | { type: 'progressed'; progress: RunProgress }
  | { type: 'cancel-requested' }
  | { type: 'cancel-failed'; message: string }
  | { type: 'cancelled' }
  | { type: 'attempt-failed'; reason: string | null; permanent: boolean }
  | { type: 'succeeded'; result: AnalysisResult }
  | { type: 'opacity-changed'; layer: RunLayer; value: number }
  | { type: 'reset' };

/** What a transition asks of the world outside the state. */
export type PatrolEffect =
  | { kind: 'alert'; alert: 'error' | 'warning' | 'success'; message: string }
  | { kind: 'fit-bounds'; bounds: [number, number, number, number] }
  | { kind: 'fly-to'; center: [number, number]; zoom: number }
  | { kind: 'send-attempt'; attempt: number; delayMilliseconds: number };

export interface Transition {
  readonly state: PatrolState;
  readonly effects: readonly PatrolEffect[];
}

export const fullOpacities: Opacities = {
  before: constants.opacityMax,
  after: constants.opacityMax,
  change: constants.opacityMax,
};

export const initialState: PatrolState = {
  phase: 'empty',
  startDate: constants.defaultStartDate,
  endDate: constants.defaultEndDate,
  opacities: fullOpacities,
};

/** The next state, and what is to be done besides. Pure; events that make no sense change nothing. */
export function transition(state: PatrolState, event: PatrolEvent): Transition {
  switch (event.type) {
    case 'area-picked':
      return pickArea(state, event);
    case 'area-removed':
      return to(state.phase === 'running' ? state : withoutArea(state));
    case 'dates-changed':
      return changeDates(state, event);
    case 'run-requested':
      return requestRun(state, event.today);
    case 'run-accepted':
      return to(state.phase === 'running' ? { ...state, runId: event.runId } : state);
    case 'run-refused':
      return state.phase === 'running'
        ? to(asReady(state, state.area), alertError(event.message))
        : to(state);
    case 'run-found':
      return findRun(state, event);
    case 'run-missing':
      return state.phase === 'opening'
        ? to(withoutArea(state), alertError(event.message))
        : to(state);
    case 'result-found':
      return findResult(state, event);
    case 'progressed':
      return to(state.phase === 'running' ? { ...state, progress: event.progress } : state);
    case 'cancel-requested':
      return to(state.phase === 'running' ? { ...state, isCancelling: true } : state);
    case 'cancel-failed':
      return state.phase === 'running'
        ? to({ ...state, isCancelling: false }, alertError(event.message))
        : to(state);
    case 'cancelled':
      return to(state.phase === 'running' ? asReady(state, state.area) : state);
    case 'attempt-failed':
      return failAttempt(state, event);
    case 'succeeded':
      return succeed(state, event.result);
    case 'opacity-changed':
      return to({ ...state, opacities: { ...state.opacities, [event.layer]: event.value } });
    case 'reset':
      return to(state.phase === 'running' ? state : initialState);
  }
}

function to(state: PatrolState, ...effects: PatrolEffect[]): Transition {
  return { state, effects };
}

function alertError(message: string): PatrolEffect {
  return { kind: 'alert', alert: 'error', message };
}

function inputsOf({ startDate, endDate, opacities }: PatrolState): Inputs {
  return { startDate, endDate, opacities };
}

function withoutArea(state: PatrolState): PatrolState {
  return { ...inputsOf(state), phase: 'empty' };
}

function asReady(state: PatrolState, area: Area): PatrolState {
  return { ...inputsOf(state), phase: 'ready', area };
}

function pickArea(
  state: PatrolState,
  event: Extract<PatrolEvent, { type: 'area-picked' }>,
): Transition {
  if (state.phase === 'running') return to(state);
  const isOwnShape = event.origin === 'drawn' || event.origin === 'entered';
  if (isOwnShape && perimeterMeters(event.area) > constants.maxPerimeterMeters) {
    const warning = { kind: 'alert', alert: 'warning', message: text.areaTooLarge } as const;
    return to(withoutArea(state), warning);
  }
  const ready: PatrolState = {
    phase: 'ready',
    area: event.area,
    startDate: event.startDate ?? state.startDate,
    endDate: event.endDate ?? state.endDate,
    opacities: fullOpacities,
  };
  return event.origin === 'drawn'
    ? to(ready)
    : to(ready, { kind: 'fit-bounds', bounds: areaBounds(event.area) });
}

function changeDates(
  state: PatrolState,
  event: Extract<PatrolEvent, { type: 'dates-changed' }>,
): Transition {
  if (state.phase !== 'empty' && state.phase !== 'ready') return to(state);
  return to({
    ...state,
    startDate: event.startDate ?? state.startDate,
    endDate: event.endDate ?? state.endDate,
  });
}

function requestRun(state: PatrolState, today: string): Transition {
  const refusal = checkRun({
    running: state.phase === 'running' || state.phase === 'opening',
    hasArea: state.phase === 'ready' || state.phase === 'shown',
    startDate: state.startDate,
    endDate: state.endDate,
    today,
  });
  if (refusal !== null) return to(state, alertError(refusal.message));
  if (state.phase !== 'ready') return to(state);
  return to(startAttempt(state, state.area, 1), {
    kind: 'send-attempt',
    attempt: 1,
    delayMilliseconds: 0,
  });
}

function startAttempt(state: PatrolState, area: Area, attempt: number): Running {
  return {
    ...inputsOf(state),
    phase: 'running',
    area,
    attempt,
    runId: null,
    progress: null,
    isCancelling: false,
  };
}

/** A copied link or a reload: the run goes on where it stands. */
function findRun(
  state: PatrolState,
  event: Extract<PatrolEvent, { type: 'run-found' }>,
): Transition {
  if (state.phase !== 'opening') return to(state);
  const dates = { startDate: event.startDate, endDate: event.endDate };
  const running = startAttempt({ ...state, ...dates }, event.area, 1);
  return to(
    { ...running, runId: event.runId },
    { kind: 'fit-bounds', bounds: areaBounds(event.area) },
  );
}

function findResult(
  state: PatrolState,
  event: Extract<PatrolEvent, { type: 'result-found' }>,
): Transition {
  if (state.phase !== 'opening') return to(state);
  const { area, result, startDate, endDate } = event;
  return to(
    {
      phase: 'shown',
      area,
      result,
      runId: result.id,
      startDate,
      endDate,
      opacities: state.opacities,
    },
    flyToResult(area),
  );
}

function flyToResult(area: Area): PatrolEffect {
  const [west, south, east, north] = areaBounds(area);
  const center: [number, number] = [(west + east) / 2, (south + north) / 2];
  return { kind: 'fly-to', center, zoom: constants.resultZoom };
}

const retryPause = {
  /** For each attempt that was made. */
  milliseconds: 1_000,
  longestMilliseconds: 5_000,
  /** The server answers at once that it would fail again: waiting is no use. */
  permanentMilliseconds: 300,
};

function failAttempt(
  state: PatrolState,
  { reason, permanent }: { reason: string | null; permanent: boolean },
): Transition {
  if (state.phase !== 'running') return to(state);
  if (state.isCancelling) return to(asReady(state, state.area));
  const sentence = (message: string) => (reason === null ? message : `${message} ${reason}`);
  if (state.attempt >= constants.maxTries) {
    return to(initialState, alertError(sentence(text.abandoned)));
  }
  const attempt = state.attempt + 1;
  const delayMilliseconds = permanent
    ? retryPause.permanentMilliseconds
    : Math.min(retryPause.longestMilliseconds, state.attempt * retryPause.milliseconds);
  return to(startAttempt(state, state.area, attempt), alertError(sentence(text.attemptFailed)), {
    kind: 'send-attempt',
    attempt,
    delayMilliseconds,
  });
}

function succeed(state: PatrolState, result: AnalysisResult): Transition {
  if (state.phase !== 'running') return to(state);
  // The specification counts a result without both pictures as a failed attempt.
  if (!result.beforeImg || !result.afterImg)
    return failAttempt(state, { reason: null, permanent: false });
  return to(
    { ...inputsOf(state), phase: 'shown', area: state.area, runId: result.id, result },
    flyToResult(state.area),
    result.change_occured
      ? { kind: 'alert', alert: 'success', message: text.succeeded }
      : { kind: 'alert', alert: 'warning', message: text.noChange },
  );
}
