import { randomUUID } from 'node:crypto';
import type { MapPatch, OperationVerb } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { Orm, Transaction } from '../../../platform/database/database.ts';
import { mapOperation } from '../../../platform/database/schema/index.ts';
import { type Author, mapNotFound } from '../maps/access.ts';
import { tellOperations } from '../maps/announcements.ts';
import { lockMap, type MapRow, updateMap } from '../maps/map-queries.ts';
import { pushUndoStep } from './undo.ts';

/** An entry of the log without its number. */
export interface LogEntry {
  readonly patch: MapPatch;
  readonly featureId?: string;
  readonly baseRevision?: number;
  readonly proposalId?: string | undefined;
}

export interface EditOptions {
  readonly mapId: number;
  readonly author: Author;
  /** The id by which the browser that made the edit recognizes it. */
  readonly clientOperationId?: string | undefined;
  /** The group that this edit undoes, redoes or reverts. */
  readonly revertsGroupId?: string | undefined;
  /** True for undoing and redoing, which are no steps to undo themselves. */
  readonly isUndoOrRedo?: boolean;
}

/**
 * An edit of a map under way. The map's row is locked, so that no other edit assigns numbers.
 * Appended entries are announced once they have been committed.
 */
export interface MapEdit {
  readonly transaction: Transaction;
  readonly map: MapRow;
  readonly author: Author;
  readonly groupId: string;
  /** The number of the last operation, including those that were appended. */
  readonly seq: number;
  /** Appends an entry to the log and returns its number. */
  append(entry: LogEntry): number;
}

/** Whether an operation changes or removes what a picture of the map may show. */
const erases: Readonly<Record<OperationVerb, boolean>> = {
  create: false,
  edit: true,
  delete: true,
  'create-layer': false,
  'import-layer': false,
  'delete-layer': true,
  'restore-layer': false,
  'edit-layer': true,
  'edit-map': false,
  'add-raster': false,
  'delete-raster': true,
  'restore-raster': false,
  note: false,
};

/** Rows per statement, which can have a limited number of parameters. */
const entriesPerStatement = 2_000;

/**
 * Edits a map in one transaction: everything that `change` appends and writes is stored, or nothing.
 * What the owner does, notes aside, becomes a step that the owner can undo.
 * @throws {ApiFailure} 404 when the map is gone; whatever `change` throws
 */
export async function editMap<Result>(
  orm: Orm,
  options: EditOptions,
  change: (edit: MapEdit) => Promise<Result>,
): Promise<Result> {
  const { mapId, author } = options;
  return await orm.transaction(async (transaction) => {
    const map = await lockMap(transaction, mapId);
    if (!map) throw mapNotFound();
    const entries: LogEntry[] = [];
    const edit: MapEdit = {
      transaction,
      map,
      author,
      groupId: randomUUID(),
      get seq() {
        return map.lastSeq + entries.length;
      },
      append: (entry) => map.lastSeq + entries.push(entry),
    };
    const result = await change(edit);
    if (entries.length === 0) return result;

    const rows = entries.map((entry, index) => ({
      mapId,
      seq: map.lastSeq + index + 1,
      clientOperationId: options.clientOperationId,
      featureId: entry.featureId,
      baseRevision: entry.baseRevision,
      verb: entry.patch.kind satisfies OperationVerb,
      patch: entry.patch,
      authorId: author.accountId,
      visitorName: author.visitorName,
      groupId: edit.groupId,
      revertsGroupId: options.revertsGroupId,
      proposalId: entry.proposalId,
    }));
    for (let from = 0; from < rows.length; from += entriesPerStatement) {
      await transaction.insert(mapOperation).values(rows.slice(from, from + entriesPerStatement));
    }
    const erasing = entries.findLastIndex(({ patch }) => erases[patch.kind]);
    await updateMap(transaction, mapId, {
      lastSeq: edit.seq,
      ...(erasing >= 0 && { erasedSeq: rows[erasing].seq }),
    });
    await tellOperations(transaction, mapId, edit.seq);
    const isNote = entries.every(({ patch }) => patch.kind === 'note');
    if (author.accountId === map.ownerId && !isNote && !options.isUndoOrRedo) {
      await pushUndoStep(transaction, { mapId, accountId: map.ownerId }, edit.groupId);
    }
    return result;
  });
}
