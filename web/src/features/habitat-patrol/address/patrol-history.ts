import { useEffect, useReducer, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { keptArea } from '../../../map/look-for-change.ts';
import type { PatrolState } from '../state/patrol-state.ts';
import { keepArea, withKeptArea } from './area-memory.ts';
import { isNewPage, ownParameters, readAddress, writeAddress } from './patrol-address.ts';
import { type PatrolView, readView, writeView } from './patrol-view.ts';

/**
 * The pause before other content of the same page is written, because dragging a slider would
 * otherwise write it at every step. New pages never wait.
 */
const pauseMilliseconds = 250;

interface Address {
  readonly pathname: string;
  readonly search: string;
}

/** The browser's history, of which only the current entry is known. */
interface BrowserHistory {
  /** The address of the current entry. React may show an older one. */
  address: () => Address;
  /** Gives the current entry these parameters, or adds an entry with them. */
  write: (parameters: URLSearchParams, options: { replace: boolean }) => void;
}

interface Rendered {
  readonly address: Address;
  readonly key: string;
  /** How often Back and Forward were used. */
  readonly moves: number;
  readonly state: PatrolState;
  readonly view: PatrolView;
}

type Content = Pick<Rendered, 'state' | 'view'>;

/**
 * Keeps the browser's history in step with the screen. Each run is an entry of its own, so that
 * Back leads from a result to its inputs.
 */
export class PatrolHistory {
  readonly #browser: BrowserHistory;
  /** The state to which the current entry belongs. */
  #state: PatrolState;
  /** The address that belongs to the screen's content. */
  #known: string;
  /**
   * Addresses that were written since the last arrival, and those that they replaced. A modal may
   * write an address that is based on one of these.
   */
  readonly #writes = new Set<string>();
  /** What the current entry does not contain yet. */
  #unwritten: Content | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #moves = 0;
  /** States of visited entries, including what an address can't contain. */
  readonly #pages = new Map<string, PatrolState>();

  /** @param opened the state that was read from the address */
  constructor(browser: BrowserHistory, opened: Pick<Rendered, 'address' | 'state'>) {
    this.#browser = browser;
    this.#state = opened.state;
    this.#known = identify(opened.address);
  }

  /**
   * Writes what is shown into the address.
   * @returns the state of an address that came by Back, Forward or a link, or null if there is none
   */
  follow({ address, key, moves, ...content }: Rendered): PatrolState | null {
    clearTimeout(this.#timer);
    const arrived = identify(address);
    // React is behind the browser, and follows when it has caught up.
    if (arrived !== identify(this.#browser.address())) return null;
    // Back right after a write leads to the address that the write replaced.
    if (arrived === this.#known || moves !== this.#moves) this.#writes.clear();
    this.#moves = moves;
    if (arrived !== this.#known && !this.#writes.has(arrived)) return this.#open(address, key);
    this.#show(content, key);
    return null;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #open(address: Address, key: string): PatrolState {
    this.#writes.clear();
    this.#unwritten = null;
    this.#known = identify(address);
    const parameters = new URLSearchParams(address.search);
    this.#state = this.#pages.get(key) ?? withKeptArea(readAddress(parameters), parameters);
    return this.#state;
  }

  #show(content: Content, key: string): void {
    const { state } = content;
    // While something is being opened, only its address is known, which stays as it is.
    if (state.phase === 'opening') return;
    const isNew = !isWaiting(state) && isNewPage(this.#state, state);
    if (!isWaiting(state)) this.#state = state;
    if (isNew) {
      if (this.#unwritten !== null) this.#write(this.#unwritten, { replace: true });
      this.#write(content, { replace: false });
      return;
    }
    this.#unwritten = content;
    if (this.#addressFor(content) === null) {
      if (state.phase === 'ready') this.#pages.set(key, state);
      return;
    }
    const entry = identify(this.#browser.address());
    this.#timer = setTimeout(() => {
      if (entry === identify(this.#browser.address())) this.#write(content, { replace: true });
    }, pauseMilliseconds);
  }

  #write(content: Content, options: { replace: boolean }): void {
    this.#unwritten = null;
    const next = this.#addressFor(content);
    if (next === null) return;
    const { pathname, search } = this.#browser.address();
    this.#writes.add(identify({ pathname, search }));
    this.#known = identify({ pathname, search: next.toString() });
    this.#writes.add(this.#known);
    this.#browser.write(next, options);
  }

  /** The parameters for this content, or null if the current entry has them already. */
  #addressFor({ state, view }: Content): URLSearchParams | null {
    const current = new URLSearchParams(this.#browser.address().search);
    const next = writeView(writeAddress(current, state), state, view);
    if (next.get('area') === keptArea && 'area' in state) keepArea(state);
    return next.toString() === current.toString() ? null : next;
  }
}

function identify({ pathname, search }: Address): string {
  return `${pathname}?${ownParameters(new URLSearchParams(search))}`;
}

/** Whether an attempt has no run yet, so that its entry in the history is not known. */
function isWaiting(state: PatrolState): boolean {
  return state.phase === 'running' && state.runId === null;
}

interface PatrolAddressOptions {
  state: PatrolState;
  view: PatrolView;
  /** Called with the state and view of an address that came by Back, Forward or a link. */
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

function useHistoryMoves(): number {
  const [moves, count] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    window.addEventListener('popstate', count);
    return () => window.removeEventListener('popstate', count);
  }, []);
  return moves;
}
