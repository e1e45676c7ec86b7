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

/** Puts what an edit did on its author's stack of what can be undone; what was undone can't come back then. */
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

/** The step that is taken next: the latest to undo, the earliest of those that were undone to redo. */
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

/** The group that the next step reverts. @throws {ApiFailure} 409 when there is no such step */
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
 * Takes a step there or back. What it does is a group of its own, which the step back reverts.
 * @throws {ConflictError} where it can't be taken because of what others did meanwhile
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
      // A step that had nothing left to do is taken back by reverting the same group again.
      ...(edit.seq > before && { groupId: edit.groupId }),
    })
    .where(eq(mapUndoStep.id, step.id));
}
