import type { CollaborativeMap, MapRole } from '@refugia/contract/collaborative-mapper/maps.ts';
import type { Applied, MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { limits } from '@refugia/contract/limits.ts';
import { applyOperations } from '../state/apply-operations.ts';
import { heldFeatureIds, withLoaded, withLoadedAgain } from '../state/held-features.ts';
import type { MapState } from '../state/map-state.ts';
import { readFeature, readFeatures } from '../state/read-feature.ts';
import { noNews } from '../state/tile-news.ts';
import type { MapCalls } from './map-calls.ts';
import type { MapStore } from './map-store.ts';

const { maxListedFeatures } = limits.collaborativeMapper;
/**
 * The limit of a tiled map: if operations change more features that are not here, only tiles are
 * asked for.
 */
const mostReadAtOnce = 20;

/**
 * Takes in what others do. One thing is taken in after the other: a reload must not overtake an
 * operation.
 */
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

  /** @param signal ends what the server is asked from now on */
  begin(signal: AbortSignal): void {
    this.#signal = signal;
  }

  /** The map's features as it opens: all of them, or none where they come as tiles. */
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

  /** A failure here is a call without a reply, and the next connection brings what is missing. */
  enqueue(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch(() => {});
    return this.#last;
  }

  takeApplied({ operations }: Pick<Applied, 'operations'>): Promise<void> {
    return this.enqueue(() => this.take(operations));
  }

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
    if (wants.lists.has('map')) await this.#reloadMap();
    if (wants.allFeatures) await this.reloadFeatures();
    else await this.#readMissing(wants.featureIds);
  }

  async #readMissing(ids: readonly string[]): Promise<void> {
    const isTooMuch = this.#store.open()?.tileNews && ids.length > mostReadAtOnce;
    if (isTooMuch) {
      this.#store.change((state) => ({ ...state, tileNews: noNews(state.seq) }));
    } else for (const id of ids) await this.readFeature(id);
  }

  async #reloadMap(): Promise<void> {
    const map = await this.#calls.map(this.#signal);
    this.#store.change((state) => ({ ...state, map, role: map.status }));
  }

  /** Loads the features anew; of a map that comes as tiles, those that are held. */
  async reloadFeatures(): Promise<void> {
    const isTiled = this.#store.open()?.tileNews;
    const page = isTiled ? { limit: 1 } : {};
    let list = await this.#calls.features(this.#signal, page);
    // A map that shrank is whole in the browser again.
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

  /** Reads the features of a tiled map without which edits of this person could not be shown. */
  async readHeld(): Promise<void> {
    const state = this.#store.open();
    if (!state?.tileNews) return;
    const ids = new Set(heldFeatureIds(state));
    if (this.inHand !== null) ids.add(this.inHand);
    for (const id of ids) if (!state.features.has(id)) await this.readFeature(id);
  }

  /** Reads one feature whole. */
  async readFeature(id: string): Promise<void> {
    const { features: found } = await this.#calls.features(this.#signal, { feature: id });
    const [feature] = found;
    this.#store.change((state) => withLoaded(state, id, feature ? readFeature(feature) : null));
  }

  /** Operations are sent after a lost connection; what goes beside them has to be asked for. */
  async catchUpBeside(): Promise<void> {
    const role = this.#store.open()?.role;
    if (role === undefined) return;
    const proposals = await this.proposals(role);
    this.#store.change((state) => ({ ...state, proposals }));
    this.#store.tellLists(new Set(['comments'] as const));
    this.#store.tellLists(new Set(['layers', 'rasters', 'map', 'history'] as const));
  }

  /** Proposals are between editors and the owner. */
  async proposals(role: MapRole): Promise<MapProposal[]> {
    return role === 'viewer' ? [] : this.#calls.proposals(this.#signal);
  }
}
