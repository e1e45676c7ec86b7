import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { draftAsEdit, draftId } from '../state/draft-changes.ts';
import type { Draft, PendingEdit } from '../state/map-state.ts';

interface Kept extends PendingEdit {
  readonly mapId: number;
  /** Whose edit it is: another person of this browser must not send it. */
  readonly account: string;
  /** Edits are sent in the order in which they were made. */
  readonly place: number;
  /** What was not proposed yet: it is not sent. */
  readonly isDraft?: boolean;
}

interface OutboxSchema extends DBSchema {
  edits: { key: string; value: Kept; indexes: { map: [number, string] } };
}

/** Edits that the server has not confirmed, kept by the browser so that they survive a reload. */
export interface Outbox {
  /** Whether it outlives the page. */
  readonly isLasting: boolean;
  read(): Promise<PendingEdit[]>;
  /** Fulfilled when the edit is on the disk: from then on no reload and no crash loses it. */
  add(edit: PendingEdit): Promise<void>;
  remove(id: string): Promise<void>;
  /** What was done and not proposed yet; null where there is nothing. */
  readDraft(): Promise<Draft | null>;
  keepDraft(draft: Draft | null): Promise<void>;
}

/** The outbox of one person for one map. Where the browser keeps nothing, it holds for this page. */
export async function openOutbox(mapId: number, account: string): Promise<Outbox> {
  const database = await openDatabase();
  if (!database) return memoryOutbox();
  const idOfDraft = `${draftId} ${mapId} ${account}`;
  const inOneGo = () => database.transaction('edits', 'readwrite', { durability: 'strict' });
  let lastPlace = 0;
  return {
    isLasting: true,
    async read() {
      const kept = await database.getAllFromIndex('edits', 'map', [mapId, account]);
      return kept
        .filter(({ isDraft }) => !isDraft)
        .sort((a, b) => a.place - b.place)
        .map(pendingOf);
    },
    async add(edit) {
      // Two edits of one millisecond have an order, too.
      lastPlace = Math.max(Date.now(), lastPlace + 1);
      const here = lastPlace;
      const { store, done } = inOneGo();
      // An edit that is in the list already keeps its position.
      const { place = here } = (await store.get(edit.id)) ?? {};
      await Promise.all([store.put({ ...edit, mapId, account, place }), done]);
    },
    async remove(id) {
      await database.delete('edits', id);
    },
    async readDraft() {
      const kept = await database.get('edits', idOfDraft);
      return kept ? { changes: kept.changes, note: kept.note } : null;
    },
    async keepDraft(draft) {
      if (!draft) await database.delete('edits', idOfDraft);
      else {
        const edit = { ...draftAsEdit(draft), id: idOfDraft };
        const { store, done } = inOneGo();
        await Promise.all([store.put({ ...edit, mapId, account, place: 0, isDraft: true }), done]);
      }
    },
  };
}

function pendingOf({ id, kind, changes, note, madeAt }: Kept): PendingEdit {
  return { id, kind, changes, note, madeAt };
}

async function openDatabase(): Promise<IDBPDatabase<OutboxSchema> | null> {
  try {
    return await openDB<OutboxSchema>('collaborative-mapper', 1, {
      upgrade(database) {
        const edits = database.createObjectStore('edits', { keyPath: 'id' });
        edits.createIndex('map', ['mapId', 'account']);
      },
    });
  } catch {
    // Private windows and policies may forbid it.
    return null;
  }
}

/** Keeps edits for as long as the page lives. */
export function memoryOutbox(): Outbox {
  const edits = new Map<string, PendingEdit>();
  let kept: Draft | null = null;
  return {
    isLasting: false,
    read: async () => [...edits.values()],
    add: async (edit) => {
      edits.set(edit.id, edit);
    },
    remove: async (id) => {
      edits.delete(id);
    },
    readDraft: async () => kept,
    keepDraft: async (draft) => {
      kept = draft;
    },
  };
}
