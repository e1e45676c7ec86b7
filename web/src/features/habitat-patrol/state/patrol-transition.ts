import { areaTransition } from './area-transitions.ts';
import { type InputEvent, type PatrolEvent, type Transition, to } from './patrol-events.ts';
import type { PatrolState } from './patrol-state.ts';
import { runTransition } from './run-transitions.ts';

/**
 * The state machine of the screen: a pure function to the next state and its effects. Events that
 * do not apply to a state change nothing.
 */
export function transition(state: PatrolState, event: PatrolEvent): Transition {
  switch (event.type) {
    case 'area-picked':
    case 'area-edited':
    case 'area-removed':
    case 'undone':
    case 'redone':
    case 'species-picked':
    case 'species-area-found':
    case 'species-area-missing':
    case 'species-info-found':
    case 'species-info-unusable':
      return areaTransition(state, event);
    case 'opacity-changed': {
      const { layer, value } = event;
      return to({ ...state, opacities: { ...state.opacities, [layer]: value } });
    }
    case 'dates-changed':
    case 'method-chosen':
    case 'land-cover-chosen':
    case 'scenes-chosen':
      // An alert about a refused run is outdated when the input that it was about changes.
      if (state.phase === 'ready') return to(enter(state, event), { kind: 'withdraw-alert' });
      return to(isBeforeRun(state) ? enter(state, event) : state);
    default:
      return runTransition(state, event);
  }
}

function isBeforeRun({ phase }: PatrolState): boolean {
  return phase === 'empty' || phase === 'fetching' || phase === 'ready';
}

function enter(
  state: PatrolState,
  event: Exclude<InputEvent, { type: 'opacity-changed' }>,
): PatrolState {
  switch (event.type) {
    case 'dates-changed': {
      const { startDate = state.startDate, endDate = state.endDate } = event;
      // A choice of scenes belongs to its date, so it is dropped when the date changes.
      const scenes = {
        before: startDate === state.startDate ? state.scenes.before : {},
        after: endDate === state.endDate ? state.scenes.after : {},
      };
      return { ...state, startDate, endDate, scenes };
    }
    case 'method-chosen':
      return { ...state, method: event.method };
    case 'land-cover-chosen':
      return { ...state, landCover: event.landCover };
    case 'scenes-chosen':
      return { ...state, scenes: { ...state.scenes, [event.date]: event.choice } };
  }
}
