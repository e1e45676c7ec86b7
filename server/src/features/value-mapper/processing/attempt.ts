import type { Database, Queryable } from '../../../platform/database/database.ts';
import { createProgressWriter } from '../../../platform/jobs/progress-writer.ts';
import { isInterrupted, type JobAttempt } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Rasters } from '../../../services/rasters/rasters.ts';
import { findRaster } from '../stored/stored-queries.ts';
import { removeCoarsePicture } from './coarse-picture.ts';
import { describeFailure, isExpected } from './failures.ts';
import {
  findUnfinished,
  isWanted,
  type ProcessingJob,
  type ProcessingKind,
  type ProcessingQueues,
  processingKinds,
  saveFailure,
  saveStep,
  scratchNameOf,
  type WorkedOn,
} from './work.ts';

type Stores = Pick<Platform, 'database' | 'storage'>;

interface ProcessingParts {
  readonly platform: Platform;
  readonly rasters: Rasters;
}

export interface AttemptParts extends ProcessingParts {
  readonly work: WorkedOn;
  /** A local folder of this attempt. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

/** What is particular to one kind of work. */
export interface ProcessingProgram<Row> {
  readonly kind: ProcessingKind;
  /** Finds the row that is worked on, or returns undefined when it is gone. */
  find(orm: Queryable, id: number): Promise<Row | undefined>;
  /** Does all steps from the one that the row names. Repeating a step gives the same result. */
  process(row: Row, parts: AttemptParts): Promise<void>;
  /**
   * Removes what the failed work has left.
   * @returns the step that failed; default: the step that is under way
   */
  failed?(error: unknown, row: Row, stores: Stores): Promise<string | undefined>;
}

/**
 * Works on a row once. Work that a shutdown or the system interrupts is continued by the next attempt.
 * @param removeLeft removes the files of rows that the work has replaced
 */
export async function attemptWork<Row extends { readonly folder: string }>(
  program: ProcessingProgram<Row>,
  job: JobAttempt<ProcessingJob>,
  parts: ProcessingParts & { readonly removeLeft: () => Promise<void> },
): Promise<void> {
  const { kind, find } = program;
  const { storage, log, database } = parts.platform;
  const { orm } = database;
  const { id } = job.data;
  const work: WorkedOn = { kind, id, jobId: job.id };
  const row = await find(orm, id);
  if (!row || !(await isWanted(orm, work))) return;
  const scratchName = scratchNameOf(kind, job.id);
  try {
    const scratch = await storage.openScratch(scratchName);
    await program.process(row, { ...parts, work, scratch, signal: job.signal });
    await parts.removeLeft();
  } catch (error) {
    if (isInterrupted(error, job)) throw error;
    if (!isExpected(error)) log.error({ err: error, [kind]: id }, 'processing failed');
    const step = await program.failed?.(error, row, parts.platform);
    await saveFailure(orm, work, { ...describeFailure(error), step });
  } finally {
    await storage.removeScratch(scratchName);
    // The files may have been stored after their row was deleted or got another folder.
    if ((await find(orm, id))?.folder !== row.folder) await storage.removeFolder(row.folder);
  }
}

const progressMilliseconds = 400;

/** Creates a writer of the progress of a step, from 0 to 1. */
export const writeShare = ({ orm }: Pick<Database, 'orm'>, work: WorkedOn, step: string) =>
  createProgressWriter<number>((share) => saveStep(orm, work, { step, share }), {
    intervalMilliseconds: progressMilliseconds,
  });

export const interruptedReason =
  'The server stopped in the middle of this step more than once. Please repeat it.';

/**
 * Marks work as failed when its job is gone. A job can't do so itself when every attempt of it
 * killed its server. The scratch folder on this machine is removed here, and those on other
 * machines are swept later.
 */
export async function endLostWork(
  stores: Stores,
  queues: ProcessingQueues,
  work: WorkedOn,
): Promise<void> {
  const { kind, id, jobId } = work;
  const state = await queues[kind].state(jobId);
  if (state === 'waiting' || state === 'active') return;
  const { orm } = stores.database;
  await stores.storage.removeScratch(scratchNameOf(kind, jobId));
  const raster = kind === 'raster' ? await findRaster(orm, id) : undefined;
  if (raster) await removeCoarsePicture(stores, raster);
  await saveFailure(orm, work, { reason: interruptedReason, code: 'interrupted' });
}

/** Marks all work as failed whose job is gone, so that none counts as running for ever. */
export async function endAllLostWork(stores: Stores, queues: ProcessingQueues): Promise<void> {
  for (const kind of processingKinds) {
    for (const work of await findUnfinished(stores.database.orm, kind)) {
      await endLostWork(stores, queues, work);
    }
  }
}
