import type { Area } from '@refugia/contract/area.ts';
import { confidences } from '@refugia/contract/habitat-patrol/confidence.ts';
import { memberRoles, watchOutcomes } from '@refugia/contract/habitat-patrol/place-kinds.ts';
import type { Watch } from '@refugia/contract/habitat-patrol/places.ts';
import { type DatedPatch, datingStates } from '@refugia/contract/habitat-patrol/run-dating.ts';
import type { StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { changeKinds, runJudges, verdicts } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { runStatuses } from '@refugia/contract/habitat-patrol/run-status.ts';
import type {
  AnalysisBody,
  RunProgress,
  RunResult,
} from '@refugia/contract/habitat-patrol/runs.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MultiPolygon, Polygon } from 'geojson';
import { account, accountReference } from './account.ts';
import { instant } from './columns.ts';

/** What the request contained besides area, dates and method. */
export type RunOptions = Pick<AnalysisBody, 'landCover' | 'blankMaskMargins' | 'scenes'>;

/** A result with its notes as they are stored. */
export type StoredResult = Omit<RunResult, 'notes'> & {
  readonly notes: readonly StoredFact[];
};

/** Several areas that an account compares between the same two dates. */
export const analysisBatch = pgTable(
  'analysis_batch',
  {
    /** 128 random bits in base64url. Anyone who knows the id may see the batch. */
    id: text().primaryKey(),
    accountId: accountReference(),
    name: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('analysis_batch_account').on(table.accountId)],
);

/** One analysis: the request, its owner, its state and its result. */
export const analysisRun = pgTable(
  'analysis_run',
  {
    /** 128 random bits in base64url. Anyone who knows the id may see the run. */
    id: text().primaryKey(),
    /** The job that works on it. */
    jobId: text('job_id').notNull(),
    /** The owner is either an account or a visitor, who is known by a signed cookie. */
    accountId: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    visitorId: text('visitor_id'),
    /** The network address of a visitor's request, stored until the run has ended. */
    address: text(),
    /** The area of interest. Earlier versions stored only the text that was sent, as `coords`. */
    area: jsonb().$type<Area>(),
    coords: text(),
    startDate: text('start_date').notNull(),
    endDate: text('end_date').notNull(),
    method: text().$type<NonNullable<AnalysisBody['method']>>().notNull(),
    options: jsonb().$type<RunOptions>().notNull().default({}),
    /** The name that the owner gave to the run. */
    name: text(),
    /** The area's name in the request, such as the name of a species. */
    areaName: text('area_name'),
    /** The coordinates of the area's middle, followed by its county once that has been looked up. */
    placeName: text('place_name'),
    /** Two requests have the same key if they ask for the same analysis of the same imagery. */
    requestKey: text('request_key').notNull(),
    imageryMode: text('imagery_mode', { enum: ['live', 'demo'] }).notNull(),
    status: text({ enum: runStatuses }).notNull().default('queued'),
    progress: jsonb().$type<RunProgress>(),
    result: jsonb().$type<StoredResult>(),
    /** What lists show of the result, stored apart because the result may be a megabyte. */
    changeOccurred: boolean('change_occurred').generatedAlwaysAs(
      sql`(result -> 'change_occured')::boolean`,
    ),
    statistics: jsonb()
      .$type<RunResult['statistics']>()
      .generatedAlwaysAs(sql`result -> 'statistics'`),
    /** Whether it is a look at a watched place, which nobody waits for. */
    isWatched: boolean('is_watched').notNull().default(false),
    /** The batch that it belongs to. */
    batchId: text('batch_id').references(() => analysisBatch.id, { onDelete: 'set null' }),
    /** Who may judge its patches. */
    judges: text({ enum: runJudges }).notNull().default('owner'),
    failureReason: jsonb('failure_reason').$type<StoredFact>(),
    /** True when the same request would fail again. */
    failureIsPermanent: boolean('failure_is_permanent'),
    resultBytes: bigint('result_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('analysis_run_one_per_account')
      .on(table.accountId)
      .where(sql`status IN ('queued', 'running') AND NOT is_watched AND batch_id IS NULL`),
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
    index('analysis_run_batch').on(table.batchId).where(sql`batch_id IS NOT NULL`),
  ],
);

const runReference = () =>
  text('run_id')
    .notNull()
    .references(() => analysisRun.id, { onDelete: 'cascade' });

/** When the largest patches of a run changed, which is found out after the run. */
export const runDating = pgTable('run_dating', {
  runId: runReference().primaryKey(),
  state: text({ enum: datingStates }).notNull().default('waiting'),
  share: doublePrecision().notNull().default(0),
  patches: jsonb().$type<readonly DatedPatch[]>().notNull().default([]),
});

/** How a place is watched unless its owner says otherwise. */
export const notWatched: Watch = {
  every: 'off',
  minimum_hectares: 1,
  kinds: [...changeKinds],
  lowest_confidence: 'medium',
};

/** An area that an account looks at again and again. */
export const place = pgTable(
  'place',
  {
    /** 128 random bits in base64url. */
    id: text().primaryKey(),
    accountId: accountReference(),
    name: text().notNull(),
    note: text().notNull().default(''),
    area: jsonb().$type<Area>().notNull(),
    watch: jsonb().$type<Watch>().notNull().default(notWatched),
    /** When it is watched next; null while it is not watched. */
    nextLookAt: instant('next_look_at'),
    lastOutcome: text('last_outcome', { enum: watchOutcomes }),
    /** The acquisition of the newest scene of the watched looks. */
    newestSceneAt: instant('newest_scene_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('place_account').on(table.accountId),
    index('place_next_look').on(table.nextLookAt),
  ],
);

const placeReference = () =>
  text('place_id')
    .notNull()
    .references(() => place.id, { onDelete: 'cascade' });

/** The runs of a place. */
export const placeLook = pgTable(
  'place_look',
  {
    placeId: placeReference(),
    runId: runReference(),
    /** Of a watched look: the acquisition of its newest scene. */
    newestSceneAt: instant('newest_scene_at'),
    /** Whether its patches are still to become findings of the place. */
    isToGather: boolean('is_to_gather').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.placeId, table.runId] }),
    index('place_look_to_gather').on(table.placeId).where(sql`is_to_gather`),
    index('place_look_run').on(table.runId),
  ],
);

/** A patch of change at a watched place, however many looks saw it. */
export const placeFinding = pgTable(
  'place_finding',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    placeId: placeReference(),
    /** Its outline, kind and hectares by the last look that saw it. */
    shape: jsonb().$type<Polygon | MultiPolygon>().notNull(),
    kind: text({ enum: changeKinds }).notNull(),
    hectares: doublePrecision().notNull(),
    confidence: text({ enum: confidences }).notNull().default('low'),
    /** The last look that saw the change, and the number of its patch there. */
    runId: text('run_id').references(() => analysisRun.id, { onDelete: 'set null' }),
    patch: integer().notNull(),
    /** The acquisition of the newest scene of the first look that saw it. */
    firstSceneAt: instant('first_scene_at').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    goneAt: instant('gone_at'),
    toldAt: instant('told_at'),
  },
  (table) => [
    index('place_finding_place').on(table.placeId),
    index('place_finding_run').on(table.runId),
  ],
);

/** Who else sees a place, and may judge its looks. */
export const placeMember = pgTable(
  'place_member',
  {
    placeId: placeReference(),
    accountId: accountReference(),
    role: text({ enum: memberRoles }).notNull(),
    since: instant('since').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.placeId, table.accountId] }),
    index('place_member_account').on(table.accountId),
  ],
);

/** What one person says of a patch of change: an account, or the visitor whose browser ran the analysis. */
export const runPatchVerdict = pgTable(
  'run_patch_verdict',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: runReference(),
    /** The patch's number in the run. */
    patch: integer().notNull(),
    accountId: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    visitorId: text('visitor_id'),
    /** Null where the person wrote only a note. */
    verdict: text({ enum: verdicts }),
    note: text().notNull().default(''),
    /** The patch's size. A run's patches never change, and the sums need no file with it. */
    hectares: doublePrecision().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('run_patch_verdict_one_per_account').on(table.runId, table.patch, table.accountId),
    uniqueIndex('run_patch_verdict_one_per_visitor').on(table.runId, table.patch, table.visitorId),
    index('run_patch_verdict_account').on(table.accountId),
  ],
);
