import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { perimeterMeters } from '@refugia/engine/geo/measures.ts';
import { remember, stepBack, stepForward } from './area-history.ts';
import { moveToArea } from './camera.ts';
import {
  type AreaEvent,
  alertError,
  type PatrolEffect,
  type Transition,
  to,
} from './patrol-events.ts';
import {
  type AreaOrigin,
  allScenes,
  fullOpacities,
  type Inputs,
  type Interest,
  inputsOf,
  interestOf,
  isBusy,
  type PatrolState,
  type SpeciesPick,
} from './patrol-state.ts';

const { habitatPatrol: constants } = limits;
const { habitatPatrol: text } = messages;

const tooLarge: PatrolEffect = { kind: 'alert', alert: 'warning', message: text.areaTooLarge };

/** Applies an event about the area. It has no effect while a run is under way or being opened. */
export function areaTransition(state: PatrolState, event: AreaEvent): Transition {
  // Facts about the species change neither the area nor the run, so they are accepted at any time.
  if (event.type === 'species-info-found') return to(withInfo(state, event));
  if (event.type === 'species-info-unusable') {
    return isOf(state, event.pick) ? to(state, alertError(text.noSpeciesInformation)) : to(state);
  }
  if (isBusy(state)) return to(state);
  switch (event.type) {
    case 'area-picked':
      return pickArea(state, event);
    case 'area-edited':
      return editArea(state, event.area);
    case 'area-removed':
      return to(withInterest(state, null));
    case 'undone':
      return take(state, stepBack(state.history, interestOf(state)));
    case 'redone':
      return take(state, stepForward(state.history, interestOf(state)));
    case 'species-picked':
      return pickSpecies(state, event.pick);
    case 'species-area-found':
      return findSpeciesArea(state, event);
    case 'species-area-missing':
      return isFetching(state, event.pick)
        ? to(withInterest(state, null), alertError(event.message))
        : to(state);
  }
}

/** The state with another area, or none, without the former area's pictures and excluded scenes. */
function withInterest(state: PatrolState, interest: Interest | null): PatrolState {
  const former = interestOf(state);
  const isUnchanged = former === null && interest === null;
  return arrange(
    {
      ...inputsOf(state),
      history: isUnchanged ? state.history : remember(state.history, former),
    },
    interest,
  );
}

function arrange(inputs: Inputs, interest: Interest | null): PatrolState {
  const cleared = { ...inputs, opacities: fullOpacities, scenes: allScenes };
  return interest === null
    ? { ...cleared, phase: 'empty' }
    : { ...cleared, ...interest, phase: 'ready' };
}

function take(state: PatrolState, step: ReturnType<typeof stepBack>): Transition {
  // Undo and redo do not discard a result. Only Reset or a new area does, since the key press may
  // have been meant for an earlier edit.
  if (step === null || state.phase === 'shown') return to(state);
  const next = arrange({ ...inputsOf(state), history: step.history }, step.interest);
  const former = interestOf(state);
  // The view stays for another version of the same area, and changes for a different area.
  if (step.interest === null || former?.origin.kind === step.interest.origin.kind) return to(next);
  return to(next, moveToArea(step.interest.area));
}

function pickArea(
  state: PatrolState,
  { area, origin, startDate, endDate }: Extract<AreaEvent, { type: 'area-picked' }>,
): Transition {
  if (isOwnShape(origin) && perimeterMeters(area) > constants.maxPerimeterMeters) {
    return to({ ...inputsOf(withInterest(state, null)), phase: 'empty', refused: area }, tooLarge);
  }
  const ready = {
    ...withInterest(state, { area, origin }),
    startDate: startDate ?? state.startDate,
    endDate: endDate ?? state.endDate,
  };
  // A drawn area is already in view.
  return origin.kind === 'drawn' ? to(ready) : to(ready, moveToArea(area));
}

/** The limit is for drawn areas only. Areas from files and of species have limits of their own. */
function isOwnShape({ kind }: AreaOrigin): boolean {
  return kind === 'drawn' || kind === 'entered';
}

/**
 * Applies an edit, or undoes it if the area would exceed the limit. A larger area may still be made
 * smaller.
 */
function editArea(state: PatrolState, area: Interest['area']): Transition {
  if (!('area' in state)) return to(state);
  const perimeter = perimeterMeters(area);
  if (perimeter > constants.maxPerimeterMeters && perimeter > perimeterMeters(state.area)) {
    return to(state, tooLarge);
  }
  // An area that was edited by hand no longer counts as a species' range or a file's content.
  return to(withInterest(state, { area, origin: { kind: 'drawn' } }));
}

function pickSpecies(state: PatrolState, pick: SpeciesPick): Transition {
  const cleared = withInterest(state, null);
  return to(
    { ...inputsOf(cleared), phase: 'fetching', pick },
    { kind: 'fetch-species-area', pick },
  );
}

function findSpeciesArea(
  state: PatrolState,
  { pick, area, notes }: Extract<AreaEvent, { type: 'species-area-found' }>,
): Transition {
  if (!isFetching(state, pick)) return to(state);
  const origin: AreaOrigin = { kind: 'species', pick, notes, info: null };
  return to(
    // The scenes that an address excludes belong to this area.
    { ...arrange(inputsOf(state), { area, origin }), scenes: state.scenes },
    moveToArea(area),
    { kind: 'fetch-species-info', pick },
  );
}

function withInfo(
  state: PatrolState,
  { pick, info }: Extract<AreaEvent, { type: 'species-info-found' }>,
): PatrolState {
  if (!isOf(state, pick)) return state;
  return { ...state, origin: { ...state.origin, info } };
}

function isFetching(state: PatrolState, pick: SpeciesPick): boolean {
  return state.phase === 'fetching' && isSamePick(state.pick, pick);
}

type OfSpecies = Extract<PatrolState, Interest> & {
  readonly origin: Extract<AreaOrigin, { kind: 'species' }>;
};

function isOf(state: PatrolState, pick: SpeciesPick): state is OfSpecies {
  return (
    'origin' in state && state.origin.kind === 'species' && isSamePick(state.origin.pick, pick)
  );
}

function isSamePick(one: SpeciesPick, other: SpeciesPick): boolean {
  return one.type === other.type && one.scientificName === other.scientificName;
}
