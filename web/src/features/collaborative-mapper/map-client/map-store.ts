import { Store } from '../../../lib/store.ts';
import type { MapList } from '../calls/map-lists.ts';
import type { ChangedList } from '../state/apply-operations.ts';
import type { MapState, PendingEdit } from '../state/map-state.ts';

export type ClientState =
  | { readonly phase: 'opening' }
  /** The caller may not see the map, or it is gone. `unsent` has the edits that were not sent. */
  | { readonly phase: 'refused'; readonly unsent: readonly PendingEdit[] }
  | { readonly phase: 'failed' }
  | ({ readonly phase: 'open' } & MapState);

type ChangedLists = ReadonlySet<ChangedList | MapList>;

export class MapStore extends Store<ClientState> {
  readonly #listListeners = new Set<(lists: ChangedLists) => void>();

  constructor() {
    super({ phase: 'opening' });
  }

  listen(listener: (lists: ChangedLists) => void): () => void {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  }

  /** Null unless the map is open. */
  open(): MapState | null {
    const { phase, ...open } = this.getState();
    return phase === 'open' ? (open as MapState) : null;
  }

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

  tellLists(lists: ChangedLists): void {
    if (lists.size > 0) for (const listener of this.#listListeners) listener(lists);
  }
}
