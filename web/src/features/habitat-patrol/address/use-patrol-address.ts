import { useEffect, useReducer, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { PatrolState } from '../state/patrol-state.ts';
import { keepArea, withKeptArea } from './area-memory.ts';
import { isNewPage, keptArea, ownParameters, readAddress, writeAddress } from './patrol-address.ts';
import { type PatrolView, readView, writeView } from './patrol-view.ts';

/** A slider that is dragged would otherwise write the address at every step. */
const addressPauseMilliseconds = 250;

interface PatrolAddressOptions {
  state: PatrolState;
  view: PatrolView;
  /** Told what an address describes that came from elsewhere: by Back, Forward or a link. */
  onArrival: (state: PatrolState, view: PatrolView) => void;
}

/**
 * Writes state and view into the address, and reads them from one that the screen has not written.
 * A run is a page of the history of its own, so that Back leads from a result to what it was made of.
 */
export function usePatrolAddress({ state, view, onArrival }: PatrolAddressOptions): void {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  /** What of the address stands for the state and view of this screen. */
  const known = useRef(ownParameters(parameters));
  /**
   * What was written and has not come yet, and what it takes the place of: a busy browser may be behind
   * by more than one, and a modal may write on what it knew.
   */
  const writes = useRef(new Set<string>());
  /** Of which the current page of the history is. */
  const written = useRef(state);
  /** What no address can say, of the pages that this screen was on. */
  const pages = useRef(new Map<string, PatrolState>());

  const moves = useHistoryMoves();
  const knownMoves = useRef(moves);

  useEffect(() => {
    const arrived = ownParameters(parameters);
    // Whoever goes Back right after a write comes to what that write took the place of.
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
    // What is being opened is known by its address alone, which stands until then.
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

/** How often Back and Forward have been used since the screen is there. */
function useHistoryMoves(): number {
  const [moves, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    window.addEventListener('popstate', count);
    return () => window.removeEventListener('popstate', count);
  }, []);
  return moves;
}

/** Whether an attempt has no run yet: what page of the history it belongs to is not known. */
function isWaiting(state: PatrolState): boolean {
  return state.phase === 'running' && state.runId === null;
}
