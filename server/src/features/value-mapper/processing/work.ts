import { selectionSteps } from '@refugia/contract/value-mapper/calls.ts';
import { combinedSteps } from '@refugia/contract/value-mapper/combined.ts';
import { rasterSteps, valuedRasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { and, eq, getTableName, inArray } from 'drizzle-orm';
import { integer, type PgTable, pgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../platform/database/database.ts';
import {
  combinedRaster,
  processing,
  selection,
  valuedRaster,
  valueRaster,
} from '../../../platform/database/schema/index.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { notify } from '../../../platform/notify/notices.ts';

/** The steps of each kind of work in their order. */
export const stepsOf = {
  raster: rasterSteps,
  valued: valuedRasterSteps,
  combined: combinedSteps,
  selection: selectionSteps,
};
export type ProcessingKind = keyof typeof stepsOf;
export const processingKinds = ['raster', 'valued', 'combined', 'selection'] as const;

/**
 * A row, and the job that works on it. When another job has taken the work over, the earlier job
 * changes nothing any more.
 */
export interface WorkedOn {
  readonly kind: ProcessingKind;
  readonly id: number;
  readonly jobId: string;
}

/** The channel of notices about changed work. Their id is made by `noticeIdOf`. */
export const processingChannel = 'value_mapper_processing';
export const noticeIdOf = ({ kind, id }: Pick<WorkedOn, 'kind' | 'id'>): string => `${kind}-${id}`;

/** All tables have the same columns for the state of the work, and only these are used here. */
const stateIn = (table: PgTable) =>
  pgTable(getTableName(table), { id: integer('id').primaryKey(), ...processing<string>() });
const tables = {
  raster: stateIn(valueRaster),
  valued: stateIn(valuedRaster),
  combined: stateIn(combinedRaster),
  selection: stateIn(selection),
};

const isOfJob = ({ kind, id, jobId }: WorkedOn) =>
  and(
    eq(tables[kind].id, id),
    eq(tables[kind].jobId, jobId),
    inArray(tables[kind].state, ['waiting', 'running']),
  );

/** Reads the state of a row's work, or returns undefined when the row is gone. */
export async function findWork(
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

/** The work of one kind that waits or is under way. */
export async function findUnfinished(orm: Queryable, kind: ProcessingKind): Promise<WorkedOn[]> {
  const { id, jobId, state } = tables[kind];
  const rows = await orm
    .select({ id, jobId })
    .from(tables[kind])
    .where(inArray(state, ['waiting', 'running']));
  return rows.map((row) => ({ kind, ...row }));
}

/** Whether the row still exists and still belongs to this job. */
export async function isWanted(orm: Queryable, work: WorkedOn): Promise<boolean> {
  const [row] = await orm
    .select({ id: tables[work.kind].id })
    .from(tables[work.kind])
    .where(isOfJob(work));
  return row !== undefined;
}

/**
 * Stores the progress of a step, from 0 to 1, and announces it.
 * @returns false when the work is no longer wanted
 */
export async function saveStep(
  orm: Queryable,
  work: WorkedOn,
  { step, share }: { step: string; share: number },
): Promise<boolean> {
  const table = tables[work.kind];
  const saved = await orm
    .update(table)
    .set({ state: 'running', step, share })
    .where(isOfJob(work))
    .returning({ id: table.id });
  await notify(orm, processingChannel, { id: noticeIdOf(work) });
  return saved.length > 0;
}

/**
 * Marks work as failed, unless another job has taken it over, and announces it.
 * @param failure.step the step that failed; default: the step that was under way
 */
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
      ...(failure.step && { step: failure.step }),
    })
    .where(isOfJob(work));
  await notify(orm, processingChannel, { id: noticeIdOf(work) });
}

/**
 * Puts failed or finished work back to a step, for a new job, and announces it.
 * @returns false when the work is under way, or its row is gone
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
      step,
      share: 0,
      failureReason: null,
      failureCode: null,
    })
    .where(and(eq(table.id, id), inArray(table.state, ['failed', 'done'])))
    .returning({ id: table.id });
  await notify(orm, processingChannel, { id: noticeIdOf({ kind, id }) });
  return saved.length > 0;
}

/** The state of work in several steps, as its row stores it. */
export interface ProcessingRow {
  readonly step: string;
  readonly state: 'waiting' | 'running' | 'failed' | 'done';
  readonly failureReason: string | null;
  readonly failureCode: string | null;
}

/**
 * The state of one step. It is done, still to be done or under way (`pending`), has failed, or
 * can't be done because an earlier step failed (`blocked`).
 */
export type StepState = 'done' | 'pending' | 'failed' | 'blocked';

/**
 * The state of one step.
 * @param steps all steps in their order
 */
export function stepStateOf(
  steps: readonly string[],
  row: Pick<ProcessingRow, 'step' | 'state'>,
  step: string,
): StepState {
  if (row.state === 'done') return 'done';
  const reached = steps.indexOf(row.step);
  const asked = steps.indexOf(step);
  if (asked < reached) return 'done';
  if (row.state !== 'failed') return 'pending';
  return asked === reached ? 'failed' : 'blocked';
}

/** Work on the row with this id. The row tells whether the work is still wanted. */
export interface ProcessingJob {
  readonly id: number;
}

/** Each kind of work has a queue, so that reading a large raster does not delay the valuation of another one. */
export type ProcessingQueues = Readonly<Record<ProcessingKind, Queue<ProcessingJob>>>;

/** The name of the scratch folder in which a job works on a raster or valued raster. */
export const scratchNameOf = (kind: ProcessingKind, jobId: string): string =>
  `${queueNames[kind]}-${jobId}`;

/** The names of the queues. The triggers on the tables use the same names. */
export const queueNames: Readonly<Record<ProcessingKind, string>> = {
  raster: 'value-raster',
  valued: 'valued-raster',
  combined: 'combined-raster',
  selection: 'selection',
};

/** Values are built one job at a time, because a job uses all cores. */
export const queueOptions = {
  concurrency: 1,
  /** So many retries let a server die twice during the work. */
  retries: 2,
  expireSeconds: 2 * 3600,
};

/**
 * Two accounts' uploads are read side by side, each account's one after another: a file that takes minutes, or
 * was made to, holds up its owner alone.
 */
export const rasterQueueOptions = { ...queueOptions, concurrency: 2, perGroup: 1 };
