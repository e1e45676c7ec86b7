import { limits } from '@refugia/contract/limits.ts';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapUndoStep } from '../../../platform/database/schema/index.ts';

const { maxUndoSteps } = limits.collaborativeMapper;

export type UndoAction = 'undo' | 'redo';

/** The steps that an account can undo and redo on a map. */
export interface UndoStack {
  readonly mapId: number;
  readonly accountId: number;
}

/** A step, with the group of operations that it reverts. */
export interface UndoStep {
  readonly id: number;
  readonly groupId: string;
}

const stepsOf = ({ mapId, accountId }: UndoStack) =>
  and(eq(mapUndoStep.mapId, mapId), eq(mapUndoStep.accountId, accountId));

/** Adds a step that can be undone. Steps that were undone can't be redone any more. */
export async function pushUndoStep(
  orm: Queryable,
  stack: UndoStack,
  groupId: string,
): Promise<void> {
  const own = stepsOf(stack);
  await orm.delete(mapUndoStep).where(and(own, mapUndoStep.isUndone));
  await orm.insert(mapUndoStep).values({ ...stack, groupId });
  const kept = orm
    .select({ id: mapUndoStep.id })
    .from(mapUndoStep)
    .where(own)
    .orderBy(desc(mapUndoStep.id))
    .limit(maxUndoSteps);
  await orm.delete(mapUndoStep).where(and(own, sql`${mapUndoStep.id} NOT IN (${kept})`));
}

/** Finds the next step: the latest one to undo, or the earliest of the undone ones to redo. */
export async function findNextStep(
  orm: Queryable,
  stack: UndoStack,
  action: UndoAction,
): Promise<UndoStep | undefined> {
  const isRedo = action === 'redo';
  const [step] = await orm
    .select({ id: mapUndoStep.id, groupId: mapUndoStep.groupId })
    .from(mapUndoStep)
    .where(and(stepsOf(stack), eq(mapUndoStep.isUndone, isRedo)))
    .orderBy(isRedo ? asc(mapUndoStep.id) : desc(mapUndoStep.id))
    .limit(1);
  return step;
}

/** Counts the steps that can be undone, and those that can be redone. */
export async function countSteps(
  orm: Queryable,
  stack: UndoStack,
): Promise<{ undo: number; redo: number }> {
  const rows = await orm
    .select({ isUndone: mapUndoStep.isUndone, steps: count() })
    .from(mapUndoStep)
    .where(stepsOf(stack))
    .groupBy(mapUndoStep.isUndone);
  const stepsThat = (isUndone: boolean) =>
    rows.find((row) => row.isUndone === isUndone)?.steps ?? 0;
  return { undo: stepsThat(false), redo: stepsThat(true) };
}
