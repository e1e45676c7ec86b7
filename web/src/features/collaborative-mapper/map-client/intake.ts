import type { CollaborativeMap, MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { Applied, MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { limits } from '@refugia/contract/limits.ts';
import { applyOperations } from '../state/apply-operations.ts';
import { readFeature, readFeatures } from '../state/features.ts';
import { heldFeatureIds, withLoaded, withLoadedAgain } from '../state/held-features.ts';
import type { MapState } from '../state/map-state.ts';
import { noNews } from '../state/tile-news.ts';
import type { MapCalls } from './map-calls.ts';
import type { MapStore } from './map-store.ts';

const { maxListedFeatures } = limits.collaborativeMapper;
/** If more features than this are changed and not loaded, a tiled map asks for tiles alone. */
const mostReadAtOnce = 20;

/** Takes in what others do, one thing after the other: no reload must overtake an operation. */
export class Intake {
  readonly #store: MapStore;
  readonly #calls: MapCalls;
  #signal = new AbortController().signal;
  #last: Promise<void> = Promise.resolve();
  /** The feature that this person has in hand, which a tiled map keeps whole. */
  inHand: string | null = null;

  constructor(store: MapStore, calls: MapCalls) {
    this.#store = store;
    this.#calls = calls;
  }

  begin(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** Loads the map's features as it opens: all of them, or none where they come as tiles. */
  async open({
    seq,
    feature_count: count,
  }: CollaborativeMap): Promise<Pick<MapState, 'seq' | 'features' | 'tileNews'>> {
    const tiled = { seq, features: new Map(), tileNews: noNews(seq) };
    if (count > maxListedFeatures) return tiled;
    const list = await this.#calls.features(this.#signal);
    return list.total > list.features.length
      ? tiled
      : { seq: list.seq, features: readFeatures(list.features), tileNews: null };
  }

  /** Runs a task after all earlier ones. The next connection brings what a failed one lacks. */
  enqueue(task: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(task).catch(() => {});
    return this.#last;
  }

  takeApplied({ operations }: Pick<Applied, 'operations'>): Promise<void> {
    return this.enqueue(() => this.take(operations));
  }

  /** Applies operations to the map, and fetches those that are missing before them. */
  async take(operations: readonly MapOperation[]): Promise<void> {
    const state = this.#store.open();
    if (!state) return;
    const isGap = (operations[0]?.seq ?? 0) > state.seq + 1;
    if (!isGap) return this.#applyAll(operations);
    const missed = await this.#calls.operations(state.seq, this.#signal);
    await this.#applyAll(missed.operations);
    await this.#applyAll(operations);
  }

  async #applyAll(operations: readonly MapOperation[]): Promise<void> {
    const before = this.#store.open();
    if (!before) return;
    const { state, wants } = applyOperations(before, operations);
    this.#store.set({ phase: 'open', ...state });
    this.#store.tellLists(wants.lists);
    if (wants.lists.has('map')) {
      const map = await this.#calls.map(this.#signal);
      this.#store.change((open) => ({ ...open, map }));
    }
    if (wants.allFeatures) await this.reloadFeatures();
    else await this.#readMissing(wants.featureIds);
  }

  async #readMissing(ids: readonly string[]): Promise<void> {
    const isTooMuch = this.#store.open()?.tileNews && ids.length > mostReadAtOnce;
    if (isTooMuch) {
      this.#store.change((state) => ({ ...state, tileNews: noNews(state.seq) }));
    } else for (const id of ids) await this.readFeature(id);
  }

  /** Loads the features anew, or those that are held if the map comes as tiles. */
  async reloadFeatures(): Promise<void> {
    const isTiled = this.#store.open()?.tileNews;
    const page = isTiled ? { limit: 1 } : {};
    let list = await this.#calls.features(this.#signal, page);
    // The map has shrunk, so that all its features fit into the browser again.
    if (isTiled && list.total <= maxListedFeatures) list = await this.#calls.features(this.#signal);
    if (list.total <= list.features.length) {
      this.#store.change((state) => ({
        ...state,
        seq: list.seq,
        features: readFeatures(list.features),
        tileNews: null,
      }));
      return;
    }
    this.#store.change((open) => withLoadedAgain(open, list.seq));
    await this.readHeld();
  }

  /** Reads the features of a tiled map that are needed to show this person's edits. */
  async readHeld(): Promise<void> {
    const state = this.#store.open();
    if (!state?.tileNews) return;
    const ids = new Set(heldFeatureIds(state));
    if (this.inHand !== null) ids.add(this.inHand);
    for (const id of ids) if (!state.features.has(id)) await this.readFeature(id);
  }

  async readFeature(id: string): Promise<void> {
    const { features: found } = await this.#calls.features(this.#signal, { feature: id });
    const [feature] = found;
    this.#store.change((state) => withLoaded(state, id, feature ? readFeature(feature) : null));
  }

  /** Asks for all but operations, which alone the server repeats after a lost connection. */
  async catchUpBeside(): Promise<void> {
    const role = this.#store.open()?.map.status;
    if (role === undefined) return;
    const proposals = await this.proposals(role);
    this.#store.change((state) => ({ ...state, proposals }));
    const lists = ['comments', 'layers', 'rasters', 'map', 'history', 'own-proposals'] as const;
    this.#store.tellLists(new Set(lists));
  }

  /** The open proposals, or none for a viewer who is neither editor nor owner. */
  async proposals(role: MapRole): Promise<MapProposal[]> {
    return role === 'viewer' ? [] : this.#calls.proposals(this.#signal);
  }
}
