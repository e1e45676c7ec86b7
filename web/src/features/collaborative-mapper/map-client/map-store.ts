import { Store } from '../../../lib/store.ts';
import type { MapList } from '../calls/query-keys.ts';
import type { ChangedList } from '../state/apply-operations.ts';
import type { MapState, PendingEdit } from '../state/map-state.ts';

/** The phase of opening a map. The screen depends on it alone. */
export type ClientState =
  | { readonly phase: 'opening' }
  /**
   * The caller may not see the map, or it is gone. Edits that were not sent are kept in `unsent`.
   */
  | { readonly phase: 'refused'; readonly unsent: readonly PendingEdit[] }
  | { readonly phase: 'failed' }
  | ({ readonly phase: 'open' } & MapState);

/** Lists of the server that have changed, for caches that hold them. */
type ChangedLists = ReadonlySet<ChangedList | MapList>;

/** The state of one map, with listeners to its changes. */
export class MapStore extends Store<ClientState> {
  readonly #listListeners = new Set<(lists: ChangedLists) => void>();

  constructor() {
    super({ phase: 'opening' });
  }

  /** Calls the listener with each list of the server that is out of date. */
  listen(listener: (lists: ChangedLists) => void): () => void {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  }

  /** The state of the map, or null unless it is open. */
  open(): MapState | null {
    const { phase, ...open } = this.getState();
    return phase === 'open' ? (open as MapState) : null;
  }

  /** Replaces the state. */
  set(state: ClientState): void {
    this.setState(state);
  }

  /** Changes an open map; a map that is not open stays as it is. */
  change(change: (state: MapState) => MapState): void {
    const open = this.open();
    if (!open) return;
    const next = change(open);
    if (next !== open) this.set({ phase: 'open', ...next });
  }

  /** Tells listeners which lists of the server are out of date. */
  tellLists(lists: ChangedLists): void {
    if (lists.size > 0) for (const listener of this.#listListeners) listener(lists);
  }
}
