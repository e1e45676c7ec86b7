import type { Resolution } from '@refugia/contract/collaborative-mapper/operations.ts';
import { limits } from '@refugia/contract/limits.ts';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Orm, Queryable, Transaction } from '../../../platform/database/database.ts';
import { mapUndoStep } from '../../../platform/database/schema/index.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { MapEdit } from './map-edit.ts';
import { revertGroup } from './revert.ts';

const { maxUndoSteps } = limits.collaborativeMapper;

type UndoAction = 'undo' | 'redo';

const stepsOf = (mapId: number, accountId: number) =>
  and(eq(mapUndoStep.mapId, mapId), eq(mapUndoStep.accountId, accountId));

/**
 * Adds an edit to its author's stack of steps that can be undone. Steps that were undone can't be
 * redone any more.
 */
export async function pushUndoStep(edit: MapEdit): Promise<void> {
  const accountId = edit.author.accountId;
  if (accountId === null || edit.seq === edit.map.lastSeq) return;
  const { transaction, map, groupId } = edit;
  const own = stepsOf(map.id, accountId);
  await transaction.delete(mapUndoStep).where(and(own, mapUndoStep.isUndone));
  await transaction.insert(mapUndoStep).values({ mapId: map.id, accountId, groupId });
  const kept = transaction
    .select({ id: mapUndoStep.id })
    .from(mapUndoStep)
    .where(own)
    .orderBy(desc(mapUndoStep.id))
    .limit(maxUndoSteps);
  await transaction.delete(mapUndoStep).where(and(own, sql`${mapUndoStep.id} NOT IN (${kept})`));
}

/** Finds the next step: the latest one to undo, or the earliest of the undone ones to redo. */
export async function findNextStep(
  orm: Queryable,
  stack: { readonly mapId: number; readonly accountId: number },
  action: UndoAction,
): Promise<{ id: number; groupId: string } | undefined> {
  const isRedo = action === 'redo';
  const [step] = await orm
    .select({ id: mapUndoStep.id, groupId: mapUndoStep.groupId })
    .from(mapUndoStep)
    .where(and(stepsOf(stack.mapId, stack.accountId), eq(mapUndoStep.isUndone, isRedo)))
    .orderBy(isRedo ? asc(mapUndoStep.id) : desc(mapUndoStep.id))
    .limit(1);
  return step;
}

/** Counts an account's steps on a map that can be undone, and those that can be redone. */
export async function countSteps(
  orm: Queryable,
  stack: { readonly mapId: number; readonly accountId: number },
): Promise<{ undo: number; redo: number }> {
  const rows = await orm
    .select({ isUndone: mapUndoStep.isUndone, steps: count() })
    .from(mapUndoStep)
    .where(stepsOf(stack.mapId, stack.accountId))
    .groupBy(mapUndoStep.isUndone);
  const stepsThat = (isUndone: boolean) =>
    rows.find((row) => row.isUndone === isUndone)?.steps ?? 0;
  return { undo: stepsThat(false), redo: stepsThat(true) };
}

/**
 * Finds the next step, and the group that it reverts.
 * @throws {ApiFailure} 409 when there is no such step
 */
export async function requireNextStep(
  orm: Orm | Transaction,
  stack: { readonly mapId: number; readonly accountId: number },
  action: UndoAction,
): Promise<{ id: number; groupId: string }> {
  const step = await findNextStep(orm, stack, action);
  if (step) return step;
  throw new ApiFailure(409, `nothing_to_${action}`, `There is nothing to ${action}.`);
}

/**
 * Undoes or redoes a step. The operations that this makes are a group of their own, which the
 * opposite step reverts.
 * @throws {ConflictError} when the step conflicts with what others did meanwhile
 */
export async function takeStep(
  edit: MapEdit,
  { step, action }: { readonly step: { id: number; groupId: string }; readonly action: UndoAction },
  resolutions?: readonly Resolution[],
): Promise<void> {
  const before = edit.seq;
  await revertGroup(edit, step.groupId, resolutions);
  await edit.transaction
    .update(mapUndoStep)
    .set({
      isUndone: action === 'undo',
      // A step that changed nothing has no group of its own, so the opposite step reverts the same
      // group again.
      ...(edit.seq > before && { groupId: edit.groupId }),
    })
    .where(eq(mapUndoStep.id, step.id));
}
