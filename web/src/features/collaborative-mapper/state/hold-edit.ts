import type { HeldEdit, MapState, PendingEdit } from './map-state.ts';

/** The map with an edit that waits for the server. */
export function withPending(state: MapState, edit: PendingEdit): MapState {
  return { ...state, pending: [...state.pending, edit] };
}

/** The map without an edit that was waiting: it is confirmed, or taken back. */
export function withoutPending(state: MapState, id: string): MapState {
  return { ...state, pending: state.pending.filter((edit) => edit.id !== id) };
}

/** An edit that the server refused waits no longer and is held instead. */
export function withHeld(state: MapState, held: HeldEdit): MapState {
  const others = state.held.filter(({ edit }) => edit.id !== held.edit.id);
  return { ...withoutPending(state, held.edit.id), held: [...others, held] };
}

export function withoutHeld(state: MapState, id: string): MapState {
  return { ...state, held: state.held.filter(({ edit }) => edit.id !== id) };
}
