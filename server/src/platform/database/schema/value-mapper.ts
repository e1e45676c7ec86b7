import type {
  BackgroundColor,
  SelectionStep,
  ZoneSource,
} from '@refugia/contract/value-mapper/calls.ts';
import type { Combination, CombinedStep } from '@refugia/contract/value-mapper/combined.ts';
import type { ValueMapperBaseLayer } from '@refugia/contract/value-mapper/projects.ts';
import type {
  RasterKind,
  RasterStep,
  ValuedRasterStep,
} from '@refugia/contract/value-mapper/rasters.ts';
import type { LayerCurve } from '@refugia/contract/value-mapper/scenarios.ts';
import type {
  Selection,
  SelectionQuestion,
  SelectionResult,
} from '@refugia/contract/value-mapper/selections.ts';
import type {
  CombinedFacts,
  StoredRasterFacts,
} from '@refugia/contract/value-mapper/stored-facts.ts';
import type {
  ClassValues,
  CurvePoints,
  ValueFunctionType,
} from '@refugia/contract/value-mapper/valued.ts';
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
  real,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { MultiPolygon, Polygon } from 'geojson';
import { accountReference } from './account.ts';
import { instant } from './columns.ts';

/** The coefficients of a curve (D: only a peak's or sigmoid's), or its points. */
export type CurveShape =
  | { readonly A: number; readonly B: number; readonly C: number; readonly D?: number | undefined }
  | { readonly points: CurvePoints };

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
const bytes = (name: string) => bigint(name, { mode: 'number' });

/** A project of the Conservation Value Mapper. */
export const valueProject = pgTable(
  'value_project',
  {
    id: id(),
    accountId: accountReference(),
    title: varchar({ length: 50 }).notNull(),
    summary: varchar({ length: 400 }).notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('value_project_account').on(table.accountId)],
);

const projectReference = () =>
  integer('project_id')
    .notNull()
    .references(() => valueProject.id, { onDelete: 'cascade' });

export const valueMap = pgTable('value_map', {
  id: id(),
  projectId: projectReference().unique(),
  baseLayer: text('base_layer').$type<ValueMapperBaseLayer>().notNull().default('Outdoors'),
  /** JSON text of [latitude, longitude]. */
  lastCenter: text('last_center').notNull(),
  lastZoom: doublePrecision('last_zoom').notNull(),
});

export const valueLayer = pgTable(
  'value_layer',
  {
    id: id(),
    projectId: projectReference(),
    label: varchar({ length: 50 }).notNull(),
    /** The unit of the layer's numbers; empty where it is not known. */
    unit: varchar({ length: 20 }).notNull().default(''),
    isVisible: boolean('is_visible').notNull().default(true),
    backgroundColor: text('background_color')
      .$type<BackgroundColor>()
      .notNull()
      .default('lightblue'),
    opacity: real().notNull().default(1),
    /** The layer's place on the map, from 0 at the bottom. */
    position: integer().notNull(),
  },
  (table) => [index('value_layer_project').on(table.projectId)],
);

/**
 * The columns for the state of work in several steps. All have names: of columns without one, the query library
 * keeps what they are called by the name of their table, of which parts stand elsewhere.
 */
export const processing = <Step extends string>() => ({
  /** The job that does the work, or that did it. */
  jobId: text('job_id').notNull(),
  step: text('step').$type<Step>().notNull(),
  state: text('state', { enum: ['waiting', 'running', 'failed', 'done'] })
    .notNull()
    .default('waiting'),
  /** The progress of the step, 0 to 1. */
  share: real('share').notNull().default(0),
  failureReason: text('failure_reason'),
  failureCode: text('failure_code'),
});

/** An uploaded raster and what was made of it. Each layer has at most one. */
export const valueRaster = pgTable('value_raster', {
  id: id(),
  layerId: integer('layer_id')
    .notNull()
    .unique()
    .references(() => valueLayer.id, { onDelete: 'cascade' }),
  fileName: text('file_name').notNull(),
  fileBytes: bytes('file_bytes').notNull(),
  /** The folder of the uploaded file. */
  originalFolder: text('original_folder').notNull(),
  /** The folder of the files made from the upload. It is replaced whenever they are made anew. */
  folder: text().notNull(),
  ...processing<RasterStep>(),
  /** The chosen band, from 1. */
  band: integer().notNull().default(1),
  kindAsTold: text('kind_as_told').$type<RasterKind>(),
  /** The coordinate reference system that a person gave for a file without one. */
  epsgAsTold: integer('epsg_as_told'),
  /** The facts found by reading the file, as the raster service returns them. */
  facts: jsonb().$type<StoredRasterFacts>(),
  cogBytes: bytes('cog_bytes'),
  pictureBytes: bytes('picture_bytes'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** A raster of conservation values. A layer has at most one that is complete and one to replace it. */
export const valuedRaster = pgTable(
  'valued_raster',
  {
    id: id(),
    layerId: integer('layer_id')
      .notNull()
      .references(() => valueLayer.id, { onDelete: 'cascade' }),
    functionType: text('function_type').$type<ValueFunctionType>().notNull(),
    /** What tells the shape of a curve: coefficients, or points of number and value. */
    coefficients: jsonb().$type<CurveShape>(),
    classValues: jsonb('class_values').$type<ClassValues>(),
    palette: jsonb().$type<{ min: string; zero: string; max: string }>().notNull(),
    folder: text().notNull(),
    ...processing<ValuedRasterStep>(),
    /** The facts found by building it, as the raster service returns them. */
    facts: jsonb().$type<Omit<CombinedFacts, 'valuedIds'>>(),
    cogBytes: bytes('cog_bytes'),
    pictureBytes: bytes('picture_bytes'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('valued_raster_whole').on(table.layerId).where(sql`state = 'done'`),
    uniqueIndex('valued_raster_next').on(table.layerId).where(sql`state <> 'done'`),
  ],
);

/** The combined values of a project's layers, of which a project has as many as a layer has values. */
export const combinedRaster = pgTable(
  'combined_raster',
  {
    id: id(),
    projectId: projectReference(),
    combination: jsonb().$type<Combination>().notNull(),
    folder: text().notNull(),
    ...processing<CombinedStep>(),
    /** The facts found by building it, and the valued rasters from which it was made. */
    facts: jsonb().$type<CombinedFacts>(),
    cogBytes: bytes('cog_bytes'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('combined_raster_whole').on(table.projectId).where(sql`state = 'done'`),
    uniqueIndex('combined_raster_next').on(table.projectId).where(sql`state <> 'done'`),
  ],
);

/** A named set of curves and weights of a project. */
export const scenario = pgTable(
  'scenario',
  {
    id: id(),
    projectId: projectReference(),
    name: text().notNull(),
    /** Rises with each change, so that nobody overwrites what they have not seen. */
    version: integer().notNull().default(1),
    combination: jsonb().$type<Combination>().notNull(),
    curves: jsonb().$type<readonly LayerCurve[]>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('scenario_name').on(table.projectId, table.name)],
);

/** Zones of a project that were made together. */
export const zoneSet = pgTable(
  'zone_set',
  {
    id: id(),
    projectId: projectReference(),
    name: text().notNull(),
    source: text().$type<ZoneSource>().notNull(),
    zoneCount: integer('zone_count').notNull().default(0),
    /** False while its zones are being stored, when nobody sees it. */
    isWhole: boolean('is_whole').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('zone_set_project').on(table.projectId)],
);

/** An area for which the values of rasters are summed up. */
export const zone = pgTable(
  'zone',
  {
    zoneSetId: integer('zone_set_id')
      .notNull()
      .references(() => zoneSet.id, { onDelete: 'cascade' }),
    /** From 1, in the order of the source. */
    number: integer().notNull(),
    name: text().notNull(),
    geometry: jsonb().$type<Polygon | MultiPolygon>().notNull(),
    properties: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.zoneSetId, table.number] })],
);

/** A search for the best places of a project. */
export const selection = pgTable(
  'selection',
  {
    id: id(),
    projectId: projectReference(),
    question: jsonb().$type<SelectionQuestion>().notNull(),
    /** The folder of the units that were found. */
    folder: text().notNull(),
    ...processing<SelectionStep>(),
    progress: jsonb().$type<Selection['progress']>(),
    result: jsonb().$type<SelectionResult>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('selection_project').on(table.projectId)],
);
