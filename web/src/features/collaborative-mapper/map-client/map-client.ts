import {
  liveAddress,
  liveCloseCodes,
  mapTokenHeader,
} from '@refugia/contract/collaborative-mapper/calls.ts';
import type { ClientMessage, ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { Decided, DecisionRequest } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { keyHeader } from '@refugia/contract/key-kinds.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { CallApi } from '../../../lib/api-client.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { LiveConnection } from '../../../lib/live-connection.ts';
import { callApi, readLoginToken } from '../../../lib/session.ts';
import { changeMap } from '../calls/maps.ts';
import { withoutOldest } from '../state/held-features.ts';
import type { MapState, PendingEdit } from '../state/map-state.ts';
import { draftAsEdit, newId } from '../state/pending-edits.ts';
import { withProposal } from '../state/proposals.ts';
import { type LoadedTile, withoutShown } from '../state/tile-news.ts';
import { EditSender } from './edit-sender.ts';
import { Intake } from './intake.ts';
import { takeMessage } from './live-messages.ts';
import { type MapCalls, mapCalls } from './map-calls.ts';
import { MapStore } from './map-store.ts';
import { openOutbox } from './outbox.ts';

/** The map is gone, or the caller may not see it. */
const { notAllowed, notFound, notAuthenticated } = liveCloseCodes;

export type SavedView = Pick<MapState['map'], 'center' | 'zoom'>;

/** Which map a person opens, and by which link. */
export interface MapEntry {
  readonly mapId: number;
  /** The token of the map's link, or null for people who come without one. */
  readonly mapToken: string | null;
  /** The key of the map's view-only link, or null for people who come without one. */
  readonly viewKey: string | null;
}

/** It sends what is done here and takes in what others do, without React and the map engine. */
export class MapClient {
  readonly mapId: number;
  /** Calls to the server, with the map's token or key. */
  readonly call: CallApi;
  readonly #entry: MapEntry;
  readonly #person: string;
  readonly #calls: MapCalls;
  readonly store = new MapStore();
  readonly #intake: Intake;
  readonly edits: EditSender;
  #ending = new AbortController();
  #live: LiveConnection<ClientMessage, ServerMessage> | null = null;
  #isGivingUpAccess = false;
  /** A decision about proposals that had no reply. */
  #unanswered: { readonly content: string; readonly id: string } | null = null;
  #presenceTold = 0;

  /** @param person whose edits this browser keeps for the map */
  constructor(entry: MapEntry, person: string) {
    this.#entry = entry;
    this.#person = person;
    const { mapToken, viewKey, mapId } = entry;
    this.mapId = mapId;
    const secrets = { ...tokenIn(mapTokenHeader, mapToken), ...tokenIn(keyHeader, viewKey) };
    this.call = (path, request = {}) =>
      callApi(path, { ...request, headers: { ...request.headers, ...secrets } });
    this.#calls = mapCalls(this.call, mapId);
    this.#intake = new Intake(this.store, this.#calls);
    this.edits = new EditSender(this.store, this.#calls, this.#intake);
  }

  async open(): Promise<void> {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    this.#intake.begin(signal);
    this.store.set({ phase: 'opening' });
    const kept = await this.edits.open(await openOutbox(this.mapId, this.#person));
    try {
      const map = await this.#calls.map(signal);
      const [features, proposals] = await Promise.all([
        this.#intake.open(map),
        this.#intake.proposals(map.status),
      ]);
      signal.throwIfAborted();
      this.store.set({
        phase: 'open',
        map,
        proposals,
        ...kept,
        ...features,
        held: [],
        people: new Map(),
        connection: 'connecting',
        unkeptEdits: 0,
      });
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof RequestRefusedError;
      this.store.set(
        isRefused ? { phase: 'refused', unsent: unsentOf(kept) } : { phase: 'failed' },
      );
      return;
    }
    this.#connect();
    void this.#intake.enqueue(() => this.#intake.readHeld());
    void this.edits.send();
  }

  #connect(): void {
    this.#live = new LiveConnection({
      path: liveAddress(this.mapId),
      finalCodes: [notAllowed, notFound, notAuthenticated],
      hello: () => ({
        kind: 'hello',
        since: this.store.open()?.seq ?? 0,
        ...tokenIn('token', readLoginToken()),
        ...tokenIn('map_token', this.#entry.mapToken),
        ...tokenIn('key', this.#entry.viewKey),
      }),
      onMessage: (message) =>
        takeMessage(message, { store: this.store, intake: this.#intake, edits: this.edits }),
      onLost: () =>
        this.store.change((state) => ({ ...state, connection: 'lost', people: new Map() })),
      onRefused: () => this.#onRefused(),
    });
    this.#live.open();
  }

  close(): void {
    this.#ending.abort();
    this.edits.close();
    this.#live?.close();
    this.#live = null;
  }

  /**
   * Makes a call that ends this person's access on purpose, such as deleting or leaving the map.
   * The server then closes the connection, which must not count as a refusal.
   */
  async giveUpAccess<Reply>(make: () => Promise<Reply>): Promise<Reply> {
    this.#isGivingUpAccess = true;
    try {
      return await make();
    } catch (error) {
      this.#isGivingUpAccess = false;
      throw error;
    }
  }

  /**
   * Undoes or redoes a step of the owner, after the edits that were made before it.
   * @throws {RequestRefusedError} with conflicts, or when there is nothing to undo or redo
   * @throws {Error} when the server can't be reached
   */
  async step(action: 'undo' | 'redo', resolutions?: readonly Resolution[]): Promise<void> {
    await this.edits.whenAnswered();
    await this.#intake.takeApplied(await this.#calls.step(action, newId(), resolutions));
  }

  async decide(request: DecisionRequest): Promise<Decided> {
    const decided = await this.#decideOnce(request);
    for (const proposal of decided.proposals) {
      this.store.change((state) => withProposal(state, proposal));
    }
    await this.#intake.takeApplied(decided);
    return decided;
  }

  /** Repeats a decision that had no reply under its id, since it may have been carried out. */
  async #decideOnce(request: DecisionRequest): Promise<Decided> {
    const content = JSON.stringify(request);
    if (this.#unanswered?.content !== content) this.#unanswered = { content, id: newId() };
    const { id } = this.#unanswered;
    try {
      const decided = await this.#calls.decide({ ...request, client_operation_id: id });
      this.#unanswered = null;
      return decided;
    } catch (error) {
      if (error instanceof RequestRefusedError) this.#unanswered = null;
      throw error;
    }
  }

  async withdraw(id: string): Promise<void> {
    await this.#calls.withdraw(id);
    this.store.change((state) => ({
      ...state,
      proposals: state.proposals.filter((proposal) => proposal.id !== id),
    }));
  }

  undoState = (signal?: AbortSignal) => this.#calls.undoState(signal);

  /**
   * Only the view is taken from the reply, because other attributes may have changed meanwhile. A
   * failure is ignored: the next movement saves the view.
   */
  async saveView(view: Partial<SavedView>): Promise<void> {
    const save = async (attribute: keyof SavedView) => {
      const value = view[attribute];
      await changeMap(this.call, this.mapId, attribute, value);
      this.store.change((state) => ({ ...state, map: { ...state.map, [attribute]: value } }));
    };
    await Promise.allSettled(
      (['center', 'zoom'] as const).filter((each) => each in view).map(save),
    );
  }

  /** Takes in the map from the reply to a call that was made elsewhere. */
  takeMap(map: MapState['map']): void {
    this.store.change((state) => ({ ...state, map }));
  }

  /** @param seq the last operation that the picture shows */
  async sendThumbnail(picture: Blob, seq: number): Promise<void> {
    const { thumbnail } = await this.#calls.sendThumbnail(picture, seq);
    this.store.change((state) => ({ ...state, map: { ...state.map, thumbnail } }));
  }

  /** Loads the features anew after an import, whose operation may arrive later. */
  reload(): Promise<void> {
    return this.#intake.enqueue(() => this.#intake.reloadFeatures());
  }

  /** Reads a whole feature that so far only tiles show. */
  async readFeature(id: string): Promise<void> {
    const state = this.store.open();
    if (!state?.tileNews || state.features.has(id)) return;
    await this.#intake.enqueue(() => this.#intake.readFeature(id));
  }

  /** Takes in which tiles the map engine has, and forgets the changes that all of these show. */
  takeTiles(tiles: readonly LoadedTile[]): void {
    this.store.change((state) => {
      if (!state.tileNews) return state;
      const tileNews = withoutShown(state.tileNews, tiles);
      const next = tileNews === state.tileNews ? state : { ...state, tileNews };
      return withoutOldest(next, this.#intake.inHand);
    });
  }

  /** Tells others where this person is at work, at most as often as the server accepts it. */
  tellPresence(cursor: [number, number] | null, featureId: string | null): void {
    this.#intake.inHand = featureId;
    const now = Date.now();
    const isTooSoon =
      now - this.#presenceTold < limits.collaborativeMapper.live.presenceMilliseconds;
    if (isTooSoon && cursor !== null) return;
    this.#presenceTold = now;
    this.#live?.send({ kind: 'presence', cursor, feature_id: featureId });
  }

  #onRefused(): void {
    const state = this.store.open();
    if (!state || this.#isGivingUpAccess) return;
    const held = state.held.map(({ edit }) => edit);
    this.store.set({ phase: 'refused', unsent: [...held, ...unsentOf(state)] });
  }
}

/** The edits that never reached the server. A draft that was not proposed counts as one of them. */
function unsentOf({ pending, draft }: Pick<MapState, 'pending' | 'draft'>): readonly PendingEdit[] {
  return draft.changes.length === 0 ? pending : [...pending, draftAsEdit(draft)];
}

function tokenIn(name: string, token: string | null) {
  return token === null ? {} : { [name]: token };
}
