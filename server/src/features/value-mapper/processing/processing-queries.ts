import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { valuedRaster, valueRaster } from '../../../platform/database/schema/index.ts';
import { notify } from '../../../platform/notify/notices.ts';
import type { ProcessingRow } from './standing.ts';

export type ProcessingKind = 'raster' | 'valued';

/** A row, and the job that works on it. A job whose work another job has taken over changes nothing. */
export interface WorkedOn {
  readonly kind: ProcessingKind;
  readonly id: number;
  readonly jobId: string;
}

/** The channel on which changes are told, with `noticeIdOf` of what has changed. */
export const processingChannel = 'value_mapper_processing';
export const noticeIdOf = ({ kind, id }: Pick<WorkedOn, 'kind' | 'id'>): string => `${kind}-${id}`;

/** Both tables have the same columns for where the work stands, which is all that is used here. */
const tables: Readonly<Record<ProcessingKind, typeof valueRaster>> = {
  raster: valueRaster,
  valued: valuedRaster as unknown as typeof valueRaster,
};

const isOfJob = ({ kind, id, jobId }: WorkedOn) =>
  and(
    eq(tables[kind].id, id),
    eq(tables[kind].jobId, jobId),
    inArray(tables[kind].state, ['waiting', 'running']),
  );

export async function findStanding(
  orm: Queryable,
  kind: ProcessingKind,
  id: number,
): Promise<(ProcessingRow & { readonly jobId: string }) | undefined> {
  const { step, state, failureReason, failureCode, jobId } = tables[kind];
  const [row] = await orm
    .select({ step, state, failureReason, failureCode, jobId })
    .from(tables[kind])
    .where(eq(tables[kind].id, id));
  return row;
}

/** @returns false when the row is gone, or another job's */
export async function isWanted(orm: Queryable, work: WorkedOn): Promise<boolean> {
  const [row] = await orm
    .select({ id: tables[work.kind].id })
    .from(tables[work.kind])
    .where(isOfJob(work));
  return row !== undefined;
}

/** How far a step is. @returns false when the work is not wanted any more */
export async function saveStep(
  orm: Queryable,
  work: WorkedOn,
  { step, share }: { step: string; share: number },
): Promise<boolean> {
  const table = tables[work.kind];
  const saved = await orm
    .update(table)
    .set({ state: 'running', step: step as (typeof table.$inferSelect)['step'], share })
    .where(isOfJob(work))
    .returning({ id: table.id });
  await notify(orm, processingChannel, { id: noticeIdOf(work) });
  return saved.length > 0;
}

export async function saveFailure(
  orm: Queryable,
  work: WorkedOn,
  failure: { step?: string | undefined; reason: string; code: string },
): Promise<void> {
  const table = tables[work.kind];
  await orm
    .update(table)
    .set({
      state: 'failed',
      share: 0,
      failureReason: failure.reason,
      failureCode: failure.code,
      ...(failure.step && { step: failure.step as (typeof table.$inferSelect)['step'] }),
    })
    .where(isOfJob(work));
  await notify(orm, processingChannel, { id: noticeIdOf(work) });
}

/**
 * Puts failed or finished work back to a step, for another job. @returns false when it is under
 * way, or gone
 */
export async function saveRestart(
  orm: Queryable,
  { kind, id, jobId }: WorkedOn,
  step: string,
): Promise<boolean> {
  const table = tables[kind];
  const saved = await orm
    .update(table)
    .set({
      jobId,
      state: 'waiting',
      step: step as (typeof table.$inferSelect)['step'],
      share: 0,
      failureReason: null,
      failureCode: null,
    })
    .where(and(eq(table.id, id), inArray(table.state, ['failed', 'done'])))
    .returning({ id: table.id });
  await notify(orm, processingChannel, { id: noticeIdOf({ kind, id }) });
  return saved.length > 0;
}
