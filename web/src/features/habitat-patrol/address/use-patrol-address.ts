import { useEffect, useReducer, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { PatrolState } from '../state/patrol-state.ts';
import { PatrolHistory } from './patrol-history.ts';
import { type PatrolView, readView } from './patrol-view.ts';

interface PatrolAddressOptions {
  state: PatrolState;
  view: PatrolView;
  /** Is called with the state and view of an address that came by Back, Forward or a link. */
  onArrival: (state: PatrolState, view: PatrolView) => void;
}

/**
 * Writes state and view into the address, and reads them from addresses that the screen has not
 * written.
 */
export function usePatrolAddress({ state, view, onArrival }: PatrolAddressOptions): void {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  // A write would cancel a link to another page that is still loading.
  const isLeaving = useNavigation().state !== 'idle';
  const moves = useHistoryMoves();
  const [history] = useState(
    () =>
      new PatrolHistory(
        {
          address: () => window.location,
          write: (parameters, { replace }) =>
            void navigate(`?${parameters}`, { replace, preventScrollReset: true }),
        },
        { address: { pathname, search }, state },
      ),
  );

  useEffect(() => {
    if (isLeaving) return;
    const arrived = history.follow({ address: { pathname, search }, key, moves, state, view });
    if (arrived !== null) onArrival(arrived, readView(new URLSearchParams(search)));
    return () => history.stop();
  }, [history, pathname, search, key, moves, state, view, isLeaving, onArrival]);
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
