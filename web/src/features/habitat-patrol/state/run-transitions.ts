import { unseenText } from '@refugia/contract/habitat-patrol/finding.ts';
import { methods } from '@refugia/contract/habitat-patrol/method-texts.ts';
import { checkRun } from '@refugia/contract/habitat-patrol/run-checks.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { remember } from './area-history.ts';
import { moveToArea, moveToResult } from './camera.ts';
import {
  alertError,
  type PatrolEffect,
  type RunEvent,
  type RunOfAddress,
  type Transition,
  to,
} from './patrol-events.ts';
import {
  type AreaOrigin,
  allScenes,
  type Ended,
  fullOpacities,
  type Inputs,
  type Interest,
  initialState,
  inputsOf,
  interestOf,
  isBusy,
  type PatrolState,
  type Ready,
  type Running,
  type Shown,
  type Unopened,
} from './patrol-state.ts';

const { habitatPatrol: constants } = limits;
const { habitatPatrol: text } = messages;

const retryPause = {
  /** The delay before the next attempt, per attempt made so far. */
  milliseconds: 1_000,
  longestMilliseconds: 5_000,
  /** The delay after a permanent failure, of which the server tells at once. */
  permanentMilliseconds: 300,
};

/** Applies an event about a run. Events that arrive too late change nothing. */
export function runTransition(state: PatrolState, event: RunEvent): Transition {
  if (event.type === 'run-requested') return requestRun(state, event.today);
  if (event.type === 'reset') {
    return isBusy(state) ? to(state) : to(initialState, { kind: 'withdraw-alert' });
  }
  if (event.type === 'pictures-drawn') {
    // A message about a result without change stays, since it is not about the loading of tiles.
    const isAnnounced = state.phase === 'shown' && state.result.change_occured;
    return isAnnounced ? to(state, { kind: 'withdraw-alert' }) : to(state);
  }
  switch (state.phase) {
    case 'opening':
      return whileOpening(state, event);
    case 'running':
      return whileRunning(state, event);
    case 'ended':
      return event.type === 'run-put-aside' ? to(asReady(state)) : to(state);
    case 'unopened':
      return event.type === 'opening-requested' ? openAgain(state) : to(state);
    case 'shown':
      return event.type === 'run-put-aside'
        ? to(asReadyAgain(state, event), { kind: 'withdraw-alert' })
        : to(state);
    default:
      return to(state);
  }
}

function requestRun(state: PatrolState, today: string): Transition {
  const refusal = checkRun({
    running: isBusy(state),
    hasArea: interestOf(state) !== null,
    startDate: state.startDate,
    endDate: state.endDate,
    today,
  });
  if (refusal !== null) return to(state, alertError(refusal.message));
  if (state.phase !== 'ready' && state.phase !== 'ended') return to(state);
  const attempt = startAttempt(state, { attempt: 1, lastFailure: null });
  return to(attempt, { kind: 'send-attempt', attempt: 1, delayMilliseconds: 0 });
}

/** The inputs of a run and its area, without the phase. */
function inputsAndAreaOf(state: Inputs & Interest): Inputs & Interest {
  return { ...inputsOf(state), area: state.area, origin: state.origin };
}

function startAttempt(
  state: Inputs & Interest,
  { attempt, lastFailure }: Pick<Running, 'attempt' | 'lastFailure'>,
): Running {
  return {
    ...inputsAndAreaOf(state),
    phase: 'running',
    attempt,
    lastFailure,
    runId: null,
    progress: null,
    isCancelling: false,
    isOutOfReach: false,
  };
}

function asReady(state: Running | Ended): Ready {
  return { ...inputsAndAreaOf(state), phase: 'ready' };
}

/** The state before a repetition of the run whose result is shown. */
function asReadyAgain(
  { result, ...state }: Shown,
  { opensScenes }: Pick<Ready, 'opensScenes'>,
): Ready {
  const { parameters } = result;
  return {
    ...inputsAndAreaOf(state),
    phase: 'ready',
    opacities: fullOpacities,
    method: methods.find((method) => method === result.method) ?? state.method,
    landCover: parameters.land_cover ?? state.landCover,
    scenes: { ...allScenes, ...parameters.scenes },
    ...(opensScenes && { opensScenes }),
  };
}

type Opening = Extract<PatrolState, { phase: 'opening' }>;
type EventOfRun = Exclude<RunEvent, { type: 'run-requested' | 'reset' | 'pictures-drawn' }>;

/** Opens the run of a copied link or a reload. An unfinished one is followed. */
function whileOpening(state: Opening, event: EventOfRun): Transition {
  switch (event.type) {
    case 'run-found': {
      const running = startAttempt(opened(state, event), { attempt: 1, lastFailure: null });
      return to({ ...running, runId: event.runId }, moveToArea(event.area), ...infoOf(state));
    }
    case 'result-found': {
      const { area, result } = event;
      return to(
        { ...opened(state, event), phase: 'shown', result, runId: result.id },
        moveToResult(area),
        ...infoOf(state),
      );
    }
    case 'ending-found': {
      const { runId, ending, area } = event;
      return to(
        { ...opened(state, event), phase: 'ended', runId, ending },
        moveToArea(area),
        ...infoOf(state),
      );
    }
    case 'run-missing':
      return to({ ...state, phase: 'unopened', isGone: event.isGone });
    default:
      return to(state);
  }
}

/** The inputs and the area of the run that was opened. */
function opened(state: Opening, { area, startDate, endDate }: RunOfAddress): Inputs & Interest {
  const { pick } = state;
  const origin: AreaOrigin =
    pick === null ? { kind: 'address' } : { kind: 'species', pick, notes: [], info: null };
  return { ...inputsOf(state), startDate, endDate, area, origin };
}

function openAgain(state: Unopened): Transition {
  const { runId, pick } = state;
  return to({ ...inputsOf(state), phase: 'opening', runId, pick }, { kind: 'open-run', runId });
}

function infoOf({ pick }: Opening): PatrolEffect[] {
  return pick === null ? [] : [{ kind: 'fetch-species-info', pick }];
}

function whileRunning(state: Running, event: EventOfRun): Transition {
  switch (event.type) {
    case 'run-accepted':
      return to({ ...state, runId: event.runId, isOutOfReach: false });
    case 'run-refused':
      return to(asReady(state), alertError(event.message));
    case 'progressed':
      return to({ ...state, progress: event.progress, isOutOfReach: false });
    case 'contact-lost':
      return to({ ...state, isOutOfReach: true });
    case 'cancel-requested':
      return to({ ...state, isCancelling: true });
    case 'cancel-failed':
      return to({ ...state, isCancelling: false }, alertError(event.message));
    case 'cancelled':
      // An alert of the last attempt may announce another attempt, but none follows.
      return to(asReady(state), { kind: 'withdraw-alert' });
    case 'attempt-failed':
      return failAttempt(state, event);
    case 'succeeded':
      return succeed(state, event.result);
    case 'run-missing':
      // The run was deleted while it was followed.
      return state.runId === null
        ? to(state)
        : to({
            ...inputsOf(state),
            phase: 'unopened',
            runId: state.runId,
            pick: state.origin.kind === 'species' ? state.origin.pick : null,
            isGone: event.isGone,
          });
    default:
      return to(state);
  }
}

function failAttempt(
  state: Running,
  { reason, permanent }: { reason: string | null; permanent: boolean },
): Transition {
  if (state.isCancelling) return to(asReady(state), { kind: 'withdraw-alert' });
  const sentence = (message: string) => (reason === null ? message : `${message} ${reason}`);
  if (state.attempt >= constants.maxTries) {
    // The area is removed, as the specification demands. Undo brings it back for another try.
    const history = remember(state.history, interestOf(state));
    return to({ ...initialState, history }, alertError(sentence(text.abandoned)));
  }
  const attempt = state.attempt + 1;
  const delayMilliseconds = permanent
    ? retryPause.permanentMilliseconds
    : Math.min(retryPause.longestMilliseconds, state.attempt * retryPause.milliseconds);
  return to(
    startAttempt(state, { attempt, lastFailure: reason }),
    alertError(sentence(text.attemptFailed)),
    { kind: 'send-attempt', attempt, delayMilliseconds },
  );
}

function succeed(state: Running, result: RunResult): Transition {
  // The specification counts a result without both pictures as a failed attempt.
  if (!result.beforeImg || !result.afterImg) {
    return failAttempt(state, { reason: null, permanent: false });
  }
  return to(
    { ...inputsAndAreaOf(state), phase: 'shown', runId: result.id, result },
    moveToResult(state.area),
    result.change_occured
      ? { kind: 'alert', alert: 'success', message: text.succeeded }
      : { kind: 'alert', alert: 'warning', message: noChangeMessage(result) },
  );
}

/** The specification's sentence, limited to the seen part if some of the area was not seen. */
function noChangeMessage({ statistics }: RunResult): string {
  const unseen = unseenText(statistics.clear_share);
  return unseen === undefined ? text.noChange : `${text.noChange} ${unseen}`;
}
