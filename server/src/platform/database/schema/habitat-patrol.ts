import type {
  AnalysisRequest,
  AnalysisResult,
  RunProgress,
} from '@refugia/contract/habitat-patrol.ts';
import { runStatuses } from '@refugia/contract/run-status.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { account } from './account.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What was asked beside area, dates and method. */
export type RunOptions = Pick<AnalysisRequest, 'landCover' | 'blankMaskMargins' | 'scenes'>;

/** One analysis: what was asked, by whom, where it stands and what came of it. */
export const analysisRun = pgTable(
  'analysis_run',
  {
    /** 128 random bits, base64url: whoever knows it may see the run. */
    id: text().primaryKey(),
    /** The job that works on it. */
    jobId: text('job_id').notNull(),
    /** Owner: an account, or else a visitor's signed cookie. */
    accountId: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    visitorId: text('visitor_id'),
    /** Where the request came from, as long as the run waits or works. */
    address: text(),
    /** A GeoJSON geometry collection as JSON text, as it was sent. */
    coords: text().notNull(),
    startDate: text('start_date').notNull(),
    endDate: text('end_date').notNull(),
    method: text().$type<NonNullable<AnalysisRequest['method']>>().notNull(),
    options: jsonb().$type<RunOptions>().notNull().default({}),
    /** What its owner calls it. */
    name: text(),
    /** What the area was called by who asked, such as a species. */
    areaName: text('area_name'),
    /** Where it is: the area's middle, and its county as soon as that has been looked up. */
    placeName: text('place_name'),
    /** Opens the run's pictures in a GIS without telling its id; null when there is none. */
    connectionKey: text('connection_key').unique(),
    connectionKeyCreatedAt: instant('connection_key_created_at'),
    /** The same for two requests that ask the same question of the same imagery. */
    requestKey: text('request_key').notNull(),
    imageryMode: text('imagery_mode', { enum: ['live', 'demo'] }).notNull(),
    status: text({ enum: runStatuses }).notNull().default('queued'),
    progress: jsonb().$type<RunProgress>(),
    result: jsonb().$type<AnalysisResult>(),
    /** What lists show of the result, which holds the area and may be a megabyte. */
    changeOccurred: boolean('change_occurred').generatedAlwaysAs(
      sql`(result -> 'change_occured')::boolean`,
    ),
    statistics: jsonb()
      .$type<AnalysisResult['statistics']>()
      .generatedAlwaysAs(sql`result -> 'statistics'`),
    failureReason: text('failure_reason'),
    /** The same request would fail again. */
    failureIsPermanent: boolean('failure_is_permanent'),
    resultBytes: bigint('result_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('analysis_run_one_per_account')
      .on(table.accountId)
      .where(sql`status IN ('queued', 'running')`),
    uniqueIndex('analysis_run_one_per_visitor')
      .on(table.visitorId)
      .where(sql`account_id IS NULL AND status IN ('queued', 'running')`),
    index('analysis_run_address').on(table.address),
    index('analysis_run_failures')
      .on(table.requestKey, table.createdAt)
      .where(sql`failure_is_permanent`),
    index('analysis_run_created').on(table.createdAt),
    index('analysis_run_account').on(table.accountId, table.createdAt),
    index('analysis_run_visitor').on(table.visitorId, table.createdAt),
  ],
);

/**
 * Runs that are gone, by whichever way, and whose files may still be there. A trigger on
 * `analysis_run` adds them, also where an account takes its runs with it.
 */
export const removedRun = pgTable('removed_run', {
  id: text().primaryKey(),
  /** The job of a run that had not ended: it is to be cancelled. */
  jobId: text('job_id'),
  removedAt: instant('removed_at').notNull().defaultNow(),
});
