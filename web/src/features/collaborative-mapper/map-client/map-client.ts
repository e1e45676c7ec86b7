import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import { type MapRole, mapTokenHeader } from '@refugia/contract/collaborative-mapper/maps.ts';
import type {
  Applied,
  ConflictReply,
  MapOperation,
  Resolution,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import type {
  Decided,
  DecisionRequest,
  MapProposal,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { CallApi } from '../../../lib/api-client.ts';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import { applyOperations, type Wants } from '../state/apply-operations.ts';
import { withHeld, withoutHeld, withoutPending, withPending } from '../state/hold-edit.ts';
import {
  type FeatureChange,
  isOwner,
  type MapState,
  type PendingEdit,
} from '../state/map-state.ts';
import { newId } from '../state/new-id.ts';
import { readFeature, readFeatures } from '../state/read-feature.ts';
import { withoutPerson, withPerson } from '../state/with-person.ts';
import { withProposal } from '../state/with-proposal.ts';
import { LiveConnection } from './live-connection.ts';
import { type MapCalls, mapCalls } from './map-calls.ts';
import { memoryOutbox, type Outbox } from './outbox.ts';

/** What could not be sent is tried again, even where the live connection still stands. */
const retryMilliseconds = 5_000;

/** How far a map has come: what the screen shows follows from it alone. */
export type ClientState =
  | { readonly phase: 'opening' }
  /** The caller may not see the map, or it is gone. Edits that were not sent stand beside. */
  | { readonly phase: 'refused'; readonly unsent: readonly PendingEdit[] }
  | { readonly phase: 'failed' }
  | ({ readonly phase: 'open' } & MapState);

/** Lists of the server that changed, for those who keep them. */
export type ChangedLists = Wants['lists'] | ReadonlySet<'comments'>;

export interface MapClientOptions {
  mapId: number;
  /** The token of the map's link; null for those who come without one. */
  mapToken: string | null;
  call: CallApi;
  /** The login token, for the live connection. */
  readToken: () => string | null;
  openOutbox: () => Promise<Outbox>;
}

/**
 * A map that is open in this browser: holds its state, sends what is done here, and takes in what
 * others do. Knows no React and no map engine.
 */
export class MapClient {
  readonly mapId: number;
  /** Calls to the server, with the map's token. */
  readonly call: CallApi;
  readonly #options: MapClientOptions;
  readonly #calls: MapCalls;
  readonly #listeners = new Set<() => void>();
  readonly #listListeners = new Set<(lists: ChangedLists) => void>();
  #state: ClientState = { phase: 'opening' };
  #ending = new AbortController();
  #live: LiveConnection | null = null;
  #outbox: Outbox = memoryOutbox();
  /** What others did is taken in one after the other: a reload must not overtake an operation. */
  #intake: Promise<void> = Promise.resolve();
  #isSending = false;
  #isGivingUpAccess = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #presenceTold = 0;

  constructor(options: MapClientOptions) {
    this.#options = options;
    this.mapId = options.mapId;
    const { call, mapToken, mapId } = options;
    this.call = (path, request = {}) =>
      call(path, {
        ...request,
        headers: { ...request.headers, ...(mapToken !== null && { [mapTokenHeader]: mapToken }) },
      });
    this.#calls = mapCalls(this.call, mapId);
  }

  getState = (): ClientState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Told which lists of the server are out of date. */
  listen(listener: (lists: ChangedLists) => void): () => void {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  }

  async open(): Promise<void> {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    this.#set({ phase: 'opening' });
    this.#outbox = await this.#options.openOutbox();
    const pending = await this.#outbox.read();
    try {
      const [map, list] = await Promise.all([
        this.#calls.map(signal),
        this.#calls.features(signal),
      ]);
      const proposals = await this.#fetchProposals(map.status);
      signal.throwIfAborted();
      this.#set({
        phase: 'open',
        map,
        proposals,
        pending,
        role: map.status,
        seq: list.seq,
        features: readFeatures(list.features),
        isTiled: list.total > list.features.length,
        held: [],
        people: new Map(),
        connection: 'connecting',
      });
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof RequestRefusedError;
      this.#set(isRefused ? { phase: 'refused', unsent: pending } : { phase: 'failed' });
      return;
    }
    this.#live = new LiveConnection({
      mapId: this.mapId,
      hello: () => ({
        kind: 'hello',
        since: this.#state.phase === 'open' ? this.#state.seq : 0,
        ...tokenIn('token', this.#options.readToken()),
        ...tokenIn('map_token', this.#options.mapToken),
      }),
      onMessage: (message) => this.#onMessage(message),
      onLost: () => this.#change((state) => ({ ...state, connection: 'lost', people: new Map() })),
      onRefused: () => this.#onRefused(),
    });
    this.#live.open();
    void this.#sendPending();
  }

  close(): void {
    this.#ending.abort();
    clearTimeout(this.#retry);
    this.#live?.close();
    this.#live = null;
  }

  /**
   * Makes a call that ends this person's access on purpose, such as deleting the map. The server then
   * ends the connection, and the screen goes on where the person was told that it would.
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
   * Does something to features: at once on this map, and at the server as soon as it can be reached. The
   * owner's edits apply, an editor's are proposed with the note.
   */
  async edit(changes: readonly FeatureChange[], note = ''): Promise<void> {
    const state = this.#state;
    if (state.phase !== 'open' || changes.length === 0) return;
    const edit: PendingEdit = {
      id: newId(),
      kind: isOwner(state) ? 'operation' : 'proposal',
      changes,
      note,
      madeAt: new Date().toISOString(),
    };
    this.#change((open) => withPending(open, edit));
    await this.#outbox.add(edit);
    await this.#sendPending();
  }

  /** Takes back an edit that was not confirmed, or that the server refused. */
  async discard(id: string): Promise<void> {
    this.#change((state) => withoutHeld(withoutPending(state, id), id));
    await this.#outbox.remove(id);
  }

  /** Sends an edit again that was refused: the caller may have logged in meanwhile. */
  async retry(id: string): Promise<void> {
    this.#change((state) => {
      const held = state.held.find(({ edit }) => edit.id === id);
      return held ? withPending(withoutHeld(state, id), held.edit) : state;
    });
    await this.#sendPending();
  }

  /** Sends an edit again that met a conflict, with what was decided about it. */
  async resolve(id: string, resolutions: readonly Resolution[]): Promise<void> {
    const state = this.#state;
    const held = state.phase === 'open' && state.held.find(({ edit }) => edit.id === id);
    if (!held) return;
    const { edit } = held;
    try {
      // The first answer to this id was a conflict: the decision is a new request.
      await this.#settle(edit, await this.#calls.apply({ ...edit, id: newId() }, resolutions));
      this.#change((open) => withoutHeld(open, id));
    } catch (error) {
      this.#hold(edit, error);
    }
  }

  /** @throws {RequestRefusedError} with conflicts, or when there is nothing to undo. */
  async step(action: 'undo' | 'redo', resolutions?: readonly Resolution[]): Promise<void> {
    await this.#takeApplied(await this.#calls.step(action, newId(), resolutions));
  }

  /** Accepts or rejects proposals. */
  async decide(request: DecisionRequest): Promise<Decided> {
    const decided = await this.#calls.decide(request);
    for (const proposal of decided.proposals) {
      this.#change((state) => withProposal(state, proposal));
    }
    await this.#takeApplied(decided);
    return decided;
  }

  async withdraw(id: string): Promise<void> {
    await this.#calls.withdraw(id);
    this.#change((state) => ({
      ...state,
      proposals: state.proposals.filter((proposal) => proposal.id !== id),
    }));
  }

  undoState = (signal?: AbortSignal) => this.#calls.undoState(signal);

  /** Sets an attribute of the map, such as its name. */
  async setAttribute(attribute: string, value: unknown): Promise<void> {
    const map = await this.#calls.setAttribute(attribute, value);
    this.#change((state) => ({ ...state, map }));
  }

  /** Tells the client of a map that a call beside it answered. */
  takeMap(map: MapState['map']): void {
    this.#change((state) => ({ ...state, map }));
  }

  async sendThumbnail(picture: Blob): Promise<void> {
    const { thumbnail } = await this.#calls.sendThumbnail(picture);
    this.#change((state) => ({ ...state, map: { ...state.map, thumbnail } }));
  }

  /** Loads the features anew: after an import, whose operation may come a moment later. */
  async reload(): Promise<void> {
    await this.#enqueue(() => this.#reloadFeatures());
  }

  /** Shows others where this person is at work. Tells at most as often as the server hears. */
  tellPresence(cursor: [number, number] | null, featureId: string | null): void {
    const now = Date.now();
    const isTooSoon =
      now - this.#presenceTold < limits.collaborativeMapper.live.presenceMilliseconds;
    if (isTooSoon && cursor !== null) return;
    this.#presenceTold = now;
    this.#live?.send({ kind: 'presence', cursor, feature_id: featureId });
  }

  #onMessage(message: ServerMessage): void {
    switch (message.kind) {
      case 'welcome':
        this.#onWelcome(message);
        break;
      case 'operations':
        void this.#enqueue(() => this.#take(message.operations));
        break;
      case 'behind':
        void this.#enqueue(() => this.#reloadFeatures());
        break;
      case 'proposal':
        this.#change((state) => withProposal(state, message.proposal));
        break;
      case 'comment':
        this.#tellLists(new Set(['comments'] as const));
        break;
      case 'presence':
        this.#change((state) => withPerson(state, message.person));
        break;
      case 'left':
        this.#change((state) => withoutPerson(state, message.connection));
        break;
      case 'role':
        this.#change((state) => ({ ...state, role: message.role }));
        void this.#enqueue(() => this.#catchUpBeside());
        break;
      case 'pong':
      case 'refused':
        break;
    }
  }

  #onWelcome({ role, people, connection }: Extract<ServerMessage, { kind: 'welcome' }>): void {
    const others = people.filter((person) => person.connection !== connection);
    const wasLost = this.#state.phase === 'open' && this.#state.connection === 'lost';
    this.#change((state) => ({
      ...state,
      role,
      connection: 'live',
      people: new Map(others.map((person) => [person.connection, person])),
    }));
    if (wasLost) void this.#enqueue(() => this.#catchUpBeside());
    void this.#sendPending();
  }

  /** Operations are sent after a lost connection; what goes beside them has to be asked for. */
  async #catchUpBeside(): Promise<void> {
    if (this.#state.phase !== 'open') return;
    const proposals = await this.#fetchProposals(this.#state.role);
    this.#change((state) => ({ ...state, proposals }));
    this.#tellLists(new Set(['comments'] as const));
    this.#tellLists(new Set(['layers', 'rasters', 'map', 'history'] as const));
  }

  /** Proposals are between editors and the owner. */
  async #fetchProposals(role: MapRole): Promise<MapProposal[]> {
    return role === 'viewer' ? [] : this.#calls.proposals(this.#ending.signal);
  }

  #onRefused(): void {
    const state = this.#state;
    if (state.phase !== 'open' || this.#isGivingUpAccess) return;
    const held = state.held.map(({ edit }) => edit);
    this.#set({ phase: 'refused', unsent: [...held, ...state.pending] });
  }

  async #sendPending(): Promise<void> {
    if (this.#isSending) return;
    clearTimeout(this.#retry);
    this.#isSending = true;
    try {
      for (let edit = this.#nextPending(); edit; edit = this.#nextPending()) {
        try {
          if (edit.kind === 'operation') await this.#settle(edit, await this.#calls.apply(edit));
          else {
            const proposal = await this.#calls.propose(edit);
            this.#change((state) => withProposal(state, proposal));
            await this.#outbox.remove(edit.id);
          }
        } catch (error) {
          if (!(error instanceof RequestRefusedError)) {
            this.#retry = setTimeout(() => void this.#sendPending(), retryMilliseconds);
            return;
          }
          this.#hold(edit, error);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  #nextPending(): PendingEdit | undefined {
    return this.#state.phase === 'open' ? this.#state.pending[0] : undefined;
  }

  async #settle({ id }: PendingEdit, applied: Applied): Promise<void> {
    await this.#takeApplied(applied);
    this.#change((state) => withoutPending(state, id));
    await this.#outbox.remove(id);
  }

  #hold(edit: PendingEdit, error: unknown): void {
    const body = error instanceof RequestRefusedError ? (error.body as ConflictReply) : null;
    const reason = failureText(error, 'The server could not be reached. Please try again.');
    const held = { edit, reason, conflicts: body?.conflicts ?? [] };
    this.#change((state) => withHeld(state, held));
  }

  #takeApplied({ operations }: Pick<Applied, 'operations'>): Promise<void> {
    return this.#enqueue(() => this.#take(operations));
  }

  async #take(operations: readonly MapOperation[]): Promise<void> {
    const state = this.#state;
    if (state.phase !== 'open') return;
    const isGap = (operations[0]?.seq ?? 0) > state.seq + 1;
    if (!isGap) return this.#applyAll(operations);
    const missed = await this.#calls.operations(state.seq, this.#ending.signal);
    await this.#applyAll(missed.operations);
    await this.#applyAll(operations);
  }

  async #applyAll(operations: readonly MapOperation[]): Promise<void> {
    if (this.#state.phase !== 'open') return;
    const { phase, ...open } = this.#state;
    const { state, wants } = applyOperations(open, operations);
    this.#set({ phase, ...state });
    this.#tellLists(wants.lists);
    if (wants.lists.has('map')) await this.#reloadMap();
    if (wants.allFeatures) await this.#reloadFeatures();
    else for (const id of wants.featureIds) await this.#reloadFeature(id);
  }

  async #reloadMap(): Promise<void> {
    const map = await this.#calls.map(this.#ending.signal);
    this.#change((state) => ({ ...state, map, role: map.status }));
  }

  async #reloadFeatures(): Promise<void> {
    const list = await this.#calls.features(this.#ending.signal);
    this.#change((state) => ({
      ...state,
      seq: list.seq,
      features: readFeatures(list.features),
      isTiled: list.total > list.features.length,
    }));
  }

  async #reloadFeature(id: string): Promise<void> {
    const { features: found } = await this.#calls.features(this.#ending.signal, id);
    this.#change((state) => {
      const features = new Map(state.features);
      const [feature] = found;
      if (feature) features.set(id, readFeature(feature));
      else features.delete(id);
      return { ...state, features };
    });
  }

  /** What fails here is a call without a reply: the next connection brings what is missing. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#intake = this.#intake.then(work).catch(() => {});
    return this.#intake;
  }

  #change(change: (state: MapState) => MapState): void {
    if (this.#state.phase !== 'open') return;
    const { phase, ...open } = this.#state;
    this.#set({ phase, ...change(open) });
  }

  #set(state: ClientState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #tellLists(lists: ChangedLists): void {
    if (lists.size > 0) for (const listener of this.#listListeners) listener(lists);
  }
}

function tokenIn<Name extends string>(name: Name, token: string | null) {
  return token === null ? {} : ({ [name]: token } as Record<Name, string>);
}
