import { useEffect, useReducer, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { PatrolState } from '../state/patrol-state.ts';
import { keepArea, withKeptArea } from './area-memory.ts';
import { isNewPage, keptArea, ownParameters, readAddress, writeAddress } from './patrol-address.ts';
import { type PatrolView, readView, writeView } from './patrol-view.ts';

/**
 * The pause before the address is written, because dragging a slider would otherwise write it at
 * every step.
 */
const addressPauseMilliseconds = 250;

interface PatrolAddressOptions {
  state: PatrolState;
  view: PatrolView;
  /** Is called with the state and view of an address that came by Back, Forward or a link. */
  onArrival: (state: PatrolState, view: PatrolView) => void;
}

/**
 * Writes state and view into the address, and reads them from addresses that the screen has not
 * written. Each run is an entry of its own in the browser's history, so that Back leads from a
 * result to its inputs.
 */
export function usePatrolAddress({ state, view, onArrival }: PatrolAddressOptions): void {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  /** The parameters of the address that correspond to the current state and view. */
  const known = useRef(ownParameters(parameters));
  /**
   * Addresses that were written and have not arrived yet, and those that they replace. A busy
   * browser may be behind by more than one, and a modal may write an address based on an older one.
   */
  const writes = useRef(new Set<string>());
  /** The state to which the current entry of the history belongs. */
  const written = useRef(state);
  /** States of visited entries, including what an address can't contain. */
  const pages = useRef(new Map<string, PatrolState>());

  const moves = useHistoryMoves();
  const knownMoves = useRef(moves);

  useEffect(() => {
    const arrived = ownParameters(parameters);
    // Back right after a write leads to the address that the write replaced.
    if (moves !== knownMoves.current) writes.current.clear();
    knownMoves.current = moves;
    if (arrived === known.current) writes.current.clear();
    if (arrived === known.current || writes.current.has(arrived)) return;
    writes.current.clear();
    known.current = arrived;
    const before = pages.current.get(key);
    const opened = before ?? withKeptArea(readAddress(parameters), parameters);
    written.current = opened;
    onArrival(opened, readView(parameters));
  }, [parameters, key, moves, onArrival]);

  useEffect(() => {
    // While something is being opened, only its address is known, which stays as it is.
    if (state.phase === 'opening') return;
    const next = writeView(writeAddress(parameters, state), state, view);
    if (next.get('area') === keptArea && 'area' in state) keepArea(state);
    if (next.toString() === parameters.toString()) {
      if (!isWaiting(state)) written.current = state;
      if (state.phase === 'ready') pages.current.set(key, state);
      return;
    }
    const timer = setTimeout(() => {
      known.current = ownParameters(next);
      writes.current.add(ownParameters(parameters)).add(known.current);
      setParameters(next, {
        replace: isWaiting(state) || !isNewPage(written.current, state),
        preventScrollReset: true,
      });
    }, addressPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [state, view, parameters, key, setParameters]);
}

/** Counts the uses of Back and Forward since the screen appeared. */
function useHistoryMoves(): number {
  const [moves, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    window.addEventListener('popstate', count);
    return () => window.removeEventListener('popstate', count);
  }, []);
  return moves;
}

/** Whether an attempt has no run yet, so that its entry in the history is not known. */
function isWaiting(state: PatrolState): boolean {
  return state.phase === 'running' && state.runId === null;
}
