import { randomUUID } from 'node:crypto';
import { selectionSteps } from '@refugia/contract/value-mapper/calls.ts';
import { combinedSteps } from '@refugia/contract/value-mapper/combined.ts';
import { rasterSteps, valuedRasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { and, eq, getTableName, inArray } from 'drizzle-orm';
import { integer, type PgTable, pgTable } from 'drizzle-orm/pg-core';
import { type Queryable, type Transaction, theRow } from '../../../platform/database/database.ts';
import {
  combinedRaster,
  processing,
  selection,
  valuedRaster,
  valueRaster,
} from '../../../platform/database/schema/index.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { newId } from '../../../platform/new-id.ts';
import { notify } from '../../../platform/notify/notices.ts';
import type { ProcessingRow } from '../stored/processing-row.ts';

export const stepsOf = {
  raster: rasterSteps,
  valued: valuedRasterSteps,
  combined: combinedSteps,
  selection: selectionSteps,
};
export type ProcessingKind = keyof typeof stepsOf;
export const processingKinds = ['raster', 'valued', 'combined', 'selection'] as const;

/** The names of the queues. The triggers on the tables use the same names. */
export const queueNames: Readonly<Record<ProcessingKind, string>> = {
  raster: 'value-raster',
  valued: 'valued-raster',
  combined: 'combined-raster',
  selection: 'selection',
};

/** The folders below which the files of each kind are stored. */
const parentFolders: Readonly<Record<ProcessingKind, string>> = {
  raster: 'rasters',
  valued: 'valued-rasters',
  combined: 'combined-rasters',
  selection: 'selections',
};

/** Work on the row with this id. The row tells whether the work is still wanted. */
export interface ProcessingJob {
  readonly id: number;
}

/** Each kind of work has a queue, so that reading a large raster does not delay the valuation of another one. */
export type ProcessingQueues = Readonly<Record<ProcessingKind, Queue<ProcessingJob>>>;

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
export const noticeIdOf = ({ kind, id }: Omit<WorkedOn, 'jobId'>): string => `${kind}-${id}`;

export const scratchNameOf = (kind: ProcessingKind, jobId: string): string =>
  `${queueNames[kind]}-${jobId}`;

/** The name of a new folder that nobody can guess. */
export const newFolder = (kind: ProcessingKind) => `${parentFolders[kind]}/${newId()}`;

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

const announce = (orm: Queryable, work: Omit<WorkedOn, 'jobId'>) =>
  notify(orm, processingChannel, { id: noticeIdOf(work) });

interface NewWork<Kind extends ProcessingKind, Row> {
  readonly kind: Kind;
  /** Whose work it is, for the queue of rasters. */
  readonly group?: string;
  /** Inserts the row with these columns besides its own. */
  add(begun: {
    readonly folder: string;
    readonly jobId: string;
    readonly step: (typeof stepsOf)[Kind][0];
  }): Promise<readonly Row[]>;
}

/** Adds a row, and begins the work on it when the transaction commits. */
export async function beginWork<Kind extends ProcessingKind, Row extends ProcessingJob>(
  transaction: Transaction,
  queues: ProcessingQueues,
  { kind, group, add }: NewWork<Kind, Row>,
): Promise<Row> {
  const jobId = randomUUID();
  const row = theRow(await add({ folder: newFolder(kind), jobId, step: stepsOf[kind][0] }));
  await queues[kind].enqueue({ id: row.id }, { group, id: jobId, transaction });
  return row;
}

/** Reads the state of a row's work, or returns undefined when the row is gone. */
export async function findWork(
  orm: Queryable,
  kind: ProcessingKind,
  id: number,
): Promise<(ProcessingRow & { readonly jobId: string }) | undefined> {
  const [row] = await orm.select().from(tables[kind]).where(eq(tables[kind].id, id));
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

/** Whether the row still exists and still belongs to this job. In a transaction, it stays so. */
export async function isWanted(orm: Queryable, work: WorkedOn): Promise<boolean> {
  const table = tables[work.kind];
  const rows = await orm.select({ id: table.id }).from(table).where(isOfJob(work)).for('update');
  return rows.length > 0;
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
  await announce(orm, work);
  return saved.length > 0;
}

/**
 * Marks work as done and announces it, unless it is no longer wanted.
 * @param keep stores what was made, in the same transaction
 */
export async function saveDone(
  orm: Queryable,
  work: WorkedOn,
  keep: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const table = tables[work.kind];
  await orm.transaction(async (transaction) => {
    if (!(await isWanted(transaction, work))) return;
    await keep(transaction);
    await transaction.update(table).set({ state: 'done', share: 1 }).where(eq(table.id, work.id));
    await announce(transaction, work);
  });
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
  const { step, reason: failureReason, code: failureCode } = failure;
  await orm
    .update(tables[work.kind])
    .set({ state: 'failed', share: 0, failureReason, failureCode, step })
    .where(isOfJob(work));
  await announce(orm, work);
}

/**
 * Puts failed or finished work back to a step, begins it anew when the transaction commits, and announces it.
 * @param again.group as in `beginWork`
 * @returns false when the work is under way, or its row is gone
 */
export async function restart(
  transaction: Transaction,
  queues: ProcessingQueues,
  { kind, id, step, group }: Omit<WorkedOn, 'jobId'> & { step: string; group?: string },
): Promise<boolean> {
  const table = tables[kind];
  const jobId = randomUUID();
  const cleared = { share: 0, failureReason: null, failureCode: null };
  const saved = await transaction
    .update(table)
    .set({ jobId, state: 'waiting', step, ...cleared })
    .where(and(eq(table.id, id), inArray(table.state, ['failed', 'done'])))
    .returning({ id: table.id });
  await announce(transaction, { kind, id });
  if (saved.length === 0) return false;
  await queues[kind].enqueue({ id }, { group, id: jobId, transaction });
  return true;
}
