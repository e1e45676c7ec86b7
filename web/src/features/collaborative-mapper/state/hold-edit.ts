import type { HeldEdit, MapState, PendingEdit } from './map-state.ts';

/** The map with an edit that waits for the server. */
export function withPending(state: MapState, edit: PendingEdit): MapState {
  return { ...state, pending: [...state.pending, edit] };
}

/** The map without a waiting edit, which is confirmed or discarded. */
export function withoutPending(state: MapState, id: string): MapState {
  return { ...state, pending: state.pending.filter((edit) => edit.id !== id) };
}

/** Moves an edit that the server refused from the waiting edits to the held ones. */
export function withHeld(state: MapState, held: HeldEdit): MapState {
  const others = state.held.filter(({ edit }) => edit.id !== held.edit.id);
  return { ...withoutPending(state, held.edit.id), held: [...others, held] };
}

/** The map without an edit that was held. */
export function withoutHeld(state: MapState, id: string): MapState {
  return { ...state, held: state.held.filter(({ edit }) => edit.id !== id) };
}
