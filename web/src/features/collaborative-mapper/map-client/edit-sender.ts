import type { Applied, Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import { failureText, RequestRefusedError } from '../../../lib/api-errors.ts';
import {
  type Draft,
  type FeatureChange,
  type MapState,
  noDraft,
  type PendingEdit,
} from '../state/map-state.ts';
import {
  changeRequests,
  draftId,
  newId,
  withDraftChange,
  withHeld,
  withoutHeld,
  withoutPending,
  withPending,
  withRebased,
} from '../state/pending-edits.ts';
import { conflictsOf, withProposal } from '../state/proposals.ts';
import type { Intake } from './intake.ts';
import type { MapCalls } from './map-calls.ts';
import type { MapStore } from './map-store.ts';
import { memoryOutbox, type Outbox } from './outbox.ts';

/** The pause before another try, for times when the live connection is there. */
const retryMilliseconds = 5_000;

/** Sends edits in the order in which they were made, and keeps each until it is confirmed. */
export class EditSender {
  readonly #store: MapStore;
  readonly #calls: MapCalls;
  readonly #intake: Intake;
  #outbox: Outbox = memoryOutbox();
  #isSending = false;
  #sending: Promise<void> = Promise.resolve();
  #editing: Promise<unknown> = Promise.resolve();
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(store: MapStore, calls: MapCalls, intake: Intake) {
    this.#store = store;
    this.#calls = calls;
    this.#intake = intake;
  }

  /** @returns the edits that are not confirmed, and the draft that was not proposed */
  async open(outbox: Outbox): Promise<Pick<MapState, 'pending' | 'draft' | 'keepsEdits'>> {
    this.#outbox = outbox;
    return {
      pending: await outbox.read(),
      draft: (await outbox.readDraft()) ?? noDraft,
      keepsEdits: outbox.isLasting,
    };
  }

  /** Stops trying to send. Edits that wait stay in the outbox. */
  close(): void {
    clearTimeout(this.#retry);
  }

  /**
   * Changes features on this map at once, and on the server as soon as it can be reached. The
   * owner's edits apply, and an editor's are proposed with the note.
   */
  edit(changes: readonly FeatureChange[], note = ''): Promise<void> {
    const editing = this.#edit(changes, note);
    this.#editing = Promise.allSettled([this.#editing, editing]);
    return editing;
  }

  /**
   * Waits until the server has answered all edits that were made before. Those that could not be
   * sent are tried once more.
   * @throws {Error} when the server can't be reached, so that an edit still waits
   */
  async whenAnswered(): Promise<void> {
    const ids = new Set(this.#store.open()?.pending.map(({ id }) => id));
    const isWaiting = () => this.#store.open()?.pending.some(({ id }) => ids.has(id));
    await this.#editing;
    if (isWaiting()) await this.send();
    if (isWaiting()) throw new Error('An edit that was made before could not be sent.');
  }

  async #edit(changes: readonly FeatureChange[], note: string): Promise<void> {
    const state = this.#store.open();
    if (!state || changes.length === 0) return;
    const edit: PendingEdit = {
      id: newId(),
      kind: state.map.status === 'creator' ? 'operation' : 'proposal',
      changes,
      note,
      madeAt: new Date().toISOString(),
    };
    this.#store.change((open) => withPending(open, edit));
    await this.#keep(() => this.#outbox.add(edit));
    await this.send();
  }

  async keepDraft(draft: Draft): Promise<void> {
    this.#store.change((state) => ({ ...state, draft }));
    await this.#keep(() => this.#outbox.keepDraft(draft.changes.length > 0 ? draft : null));
  }

  /** Where nothing can be kept, as on a full disk, the edit is sent all the same, and the screen says so. */
  async #keep(write: () => Promise<void>): Promise<void> {
    const count = (difference: number) =>
      this.#store.change((state) => ({
        ...state,
        unkeptEdits: state.unkeptEdits + difference,
      }));
    count(1);
    try {
      await write();
    } catch {
      this.#store.change((state) => ({ ...state, keepsEdits: false }));
    } finally {
      count(-1);
    }
  }

  async addToDraft(changes: readonly FeatureChange[]): Promise<void> {
    const draft = this.#store.open()?.draft;
    if (!draft) return;
    await this.keepDraft({ ...draft, changes: changes.reduce(withDraftChange, draft.changes) });
  }

  /** Discards a waiting or held edit, or the draft. */
  async discard(id: string): Promise<void> {
    if (id === draftId) return await this.keepDraft(noDraft);
    this.#store.change((state) => withoutHeld(withoutPending(state, id), id));
    await this.#outbox.remove(id);
  }

  async retry(id: string): Promise<void> {
    this.#store.change((state) => {
      const held = state.held.find(({ edit }) => edit.id === id);
      return held ? withPending(withoutHeld(state, id), held.edit) : state;
    });
    await this.send();
  }

  /** Sends a held edit again, with the decisions about its conflicts. */
  async resolve(id: string, resolutions: readonly Resolution[]): Promise<void> {
    const held = this.#store.open()?.held.find(({ edit }) => edit.id === id);
    if (!held) return;
    const { edit } = held;
    try {
      // The server remembers the conflict as its answer to this id, so the decision is sent under a
      // new one.
      await this.#confirm(edit, await this.#calls.apply({ ...edit, id: newId() }, resolutions));
      this.#store.change((open) => withoutHeld(open, id));
    } catch (error) {
      this.#hold(edit, error);
    }
  }

  /** Sends the waiting edits, until the server can't be reached. */
  async send(): Promise<void> {
    if (!this.#isSending) this.#sending = this.#sendAll();
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    clearTimeout(this.#retry);
    this.#isSending = true;
    try {
      for (let edit = this.#next(); edit; edit = this.#next()) {
        try {
          await this.#sendOne(edit);
        } catch (error) {
          if (!(error instanceof RequestRefusedError)) {
            this.#retry = setTimeout(() => void this.send(), retryMilliseconds);
            return;
          }
          this.#hold(edit, error);
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  #next(): PendingEdit | undefined {
    return this.#store.open()?.pending[0];
  }

  async #sendOne(edit: PendingEdit): Promise<void> {
    // Somebody else may have made the same change meanwhile. Nothing is left to send.
    if (changeRequests(edit.changes).length === 0) return await this.discard(edit.id);
    if (edit.kind === 'operation') {
      await this.#confirm(edit, await this.#calls.apply(edit));
      return;
    }
    const proposal = await this.#calls.propose(edit);
    this.#store.change((state) => withProposal(state, proposal));
    await this.#outbox.remove(edit.id);
  }

  async #confirm(edit: PendingEdit, applied: Applied): Promise<void> {
    await this.#intake.takeApplied(applied);
    const before = this.#store.open()?.pending ?? [];
    this.#store.change((state) => withRebased(withoutPending(state, edit.id), edit));
    await this.#outbox.remove(edit.id);
    const after = this.#store.open()?.pending ?? [];
    for (const each of after) if (!before.includes(each)) await this.#outbox.add(each);
  }

  #hold(edit: PendingEdit, error: unknown): void {
    const reason = failureText(error, 'The server could not be reached. Please try again.');
    const held = { edit, reason, conflicts: conflictsOf(error) };
    this.#store.change((state) => withHeld(state, held));
  }
}
