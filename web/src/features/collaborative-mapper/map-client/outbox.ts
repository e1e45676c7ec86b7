import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Draft, PendingEdit } from '../state/map-state.ts';
import { draftAsEdit, draftId } from '../state/pending-edits.ts';

interface Kept extends PendingEdit {
  readonly mapId: number;
  /** The account that made the edit. Another person who uses this browser must not send it. */
  readonly account: string;
  /** The position of the edit in the order in which edits are sent. */
  readonly place: number;
  /** True for a draft, which is not sent before it is proposed. */
  readonly isDraft?: boolean;
}

interface OutboxSchema extends DBSchema {
  edits: { key: string; value: Kept; indexes: { map: [number, string] } };
}

/** Edits that the server has not confirmed, kept by the browser across reloads. */
export interface Outbox {
  /** Whether it outlives the page. */
  readonly isLasting: boolean;
  read(): Promise<PendingEdit[]>;
  /** Resolves when the edit is on the disk, where no reload and no crash can lose it. */
  add(edit: PendingEdit): Promise<void>;
  remove(id: string): Promise<void>;
  readDraft(): Promise<Draft | null>;
  keepDraft(draft: Draft | null): Promise<void>;
}

/** If the browser stores nothing, the outbox lasts as long as the page. */
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
      // Two edits of one millisecond still need an order.
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
    // Private windows and policies may forbid a database.
    return null;
  }
}

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
