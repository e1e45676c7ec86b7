import type { BaseLayer } from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  type LayerField,
  type LayerStyle,
  type MapPatch,
  operationVerbs,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import { proposalStatuses } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { account } from './account.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });
/** Numbers of a map's log, and revisions, which are such numbers. */
const sequence = (name: string) => bigint(name, { mode: 'number' });
/** PostgreSQL's own rectangle: longitudes and latitudes of two opposite corners. */
const box = customType<{ data: string }>({ dataType: () => 'box' });
const mapReference = () =>
  integer('map_id')
    .notNull()
    .references((): AnyPgColumn => collaborativeMap.id, { onDelete: 'cascade' });
/** Whoever did something: an account, or a visitor by their name. Both are null once an account is gone. */
const author = () => ({
  authorId: integer('author_id').references(() => account.id, { onDelete: 'set null' }),
  visitorName: text('visitor_name'),
});

/** What a map says of the species that it is about. */
export interface MapSpecies {
  readonly species: string | null;
  readonly species_desc: string | null;
  readonly species_sci: string | null;
  readonly species_tax: string | null;
  readonly species_img: string | null;
}

/** A map, and the number of the last operation on it. Whoever gives numbers holds the lock of its row. */
export const collaborativeMap = pgTable(
  'collaborative_map',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: varchar({ length: 50 }).notNull(),
    summary: varchar({ length: 400 }).notNull(),
    isPublished: boolean('is_published').notNull().default(false),
    /** Whoever holds it is an editor. */
    token: text().notNull(),
    baseLayer: text('base_layer').$type<BaseLayer>().notNull().default('default'),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    zoom: doublePrecision().notNull(),
    isDrawingEnabled: boolean('is_drawing_enabled').notNull().default(true),
    species: jsonb().$type<MapSpecies>(),
    /** Name of its picture's folder in the storage. */
    thumbnail: text(),
    lastSeq: sequence('last_seq').notNull().default(0),
    /** False while a fork is copied. */
    isComplete: boolean('is_complete').notNull().default(true),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('collaborative_map_owner').on(table.ownerId, table.createdAt),
    index('collaborative_map_public').on(table.createdAt).where(sql`is_published`),
    index('collaborative_map_deleted').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

/** Who may edit a map besides its owner. */
export const mapMember = pgTable(
  'map_member',
  {
    mapId: mapReference(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mapId, table.accountId] }),
    index('map_member_account').on(table.accountId),
  ],
);

/** A vector layer: its features are there while it has appeared and was not deleted. */
export const mapLayer = pgTable(
  'map_layer',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    dataset: varchar({ length: 100 }).notNull(),
    isHidden: boolean('is_hidden').notNull().default(false),
    position: doublePrecision().notNull().default(0),
    style: jsonb().$type<LayerStyle>().notNull(),
    fields: jsonb().$type<LayerField[]>().notNull(),
    /** Sentences about what was assumed or left out. */
    notes: jsonb().$type<string[]>().notNull().default([]),
    isApproximate: boolean('is_approximate').notNull().default(false),
    /** The operation by which it appeared; null while its features are being written. */
    appearedSeq: sequence('appeared_seq'),
    /** The operation that deleted it. */
    deletedSeq: sequence('deleted_seq'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('map_layer_dataset')
      .on(table.mapId, table.dataset)
      .where(sql`appeared_seq IS NOT NULL AND deleted_seq IS NULL`),
    index('map_layer_map').on(table.mapId),
    index('map_layer_unfinished').on(table.createdAt).where(sql`appeared_seq IS NULL`),
  ],
);

/** What each feature of a map is now. One that was deleted keeps its row, and its last state. */
export const mapFeature = pgTable(
  'map_feature',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    /** Null for what was drawn. */
    layerId: uuid('layer_id').references(() => mapLayer.id, { onDelete: 'cascade' }),
    /** The order in which features came. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** GeoJSON: longitude and latitude, 7 decimals. */
    geometry: jsonb().notNull(),
    properties: jsonb().notNull(),
    box: box().notNull(),
    /** The last operation on it; 0 for one that came with its layer and was not changed since. */
    revision: sequence('revision').notNull().default(0),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [
    index('map_feature_order').on(table.mapId, table.layerId, table.number),
    index('map_feature_layer').on(table.layerId),
    index('map_feature_box').using('gist', table.box),
  ],
);

/** The append-only log of each map: everything that was done on it, by its number. */
export const mapOperation = pgTable(
  'map_operation',
  {
    mapId: mapReference(),
    seq: sequence('seq').notNull(),
    clientOperationId: uuid('client_operation_id'),
    featureId: uuid('feature_id'),
    /** The feature's revision before; afterwards it is `seq`. */
    baseRevision: sequence('base_revision'),
    verb: text({ enum: operationVerbs }).notNull(),
    patch: jsonb().$type<MapPatch>().notNull(),
    ...author(),
    at: instant('at').notNull().defaultNow(),
    /** What was done together, and is undone together. */
    groupId: uuid('group_id').notNull(),
    /** The group that this one undoes, does again or reverts. */
    revertsGroupId: uuid('reverts_group_id'),
    proposalId: uuid('proposal_id'),
  },
  (table) => [
    primaryKey({ columns: [table.mapId, table.seq] }),
    index('map_operation_feature').on(table.featureId, table.seq),
    index('map_operation_group').on(table.groupId),
    index('map_operation_reverts').on(table.mapId).where(sql`reverts_group_id IS NOT NULL`),
    index('map_operation_author').on(table.authorId),
  ],
);

/** Calls that were carried out, so that one that is repeated is not carried out again. */
export const mapRequest = pgTable(
  'map_request',
  {
    mapId: mapReference(),
    clientOperationId: uuid('client_operation_id').notNull(),
    /** Of what was asked and who asked. */
    contentHash: text('content_hash').notNull(),
    groupId: uuid('group_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.mapId, table.clientOperationId] })],
);

/** What the owner can undo or do again, in the order in which it was done. */
export const mapUndoStep = pgTable(
  'map_undo_step',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mapId: mapReference(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    /** The group that is reverted by the next step, there or back. */
    groupId: uuid('group_id').notNull(),
    isUndone: boolean('is_undone').notNull().default(false),
  },
  (table) => [
    index('map_undo_step_stack').on(table.mapId, table.accountId, table.id),
    index('map_undo_step_account').on(table.accountId),
  ],
);

/** Changes that somebody asks the owner for. */
export const mapProposal = pgTable(
  'map_proposal',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    ...author(),
    /** The visitor's cookie, by which they may withdraw it. */
    visitorId: text('visitor_id'),
    note: text().notNull(),
    contentHash: text('content_hash').notNull(),
    status: text({ enum: proposalStatuses }).notNull().default('open'),
    reason: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('map_proposal_map').on(table.mapId, table.createdAt),
    index('map_proposal_author').on(table.authorId),
  ],
);

export const mapProposedChange = pgTable(
  'map_proposed_change',
  {
    id: uuid().primaryKey(),
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => mapProposal.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    featureId: uuid('feature_id').notNull(),
    baseRevision: sequence('base_revision').notNull(),
    verb: text({ enum: ['create', 'edit', 'delete'] }).notNull(),
    patch: jsonb().$type<MapPatch>().notNull(),
    status: text({ enum: proposalStatuses }).notNull().default('open'),
  },
  (table) => [
    index('map_proposed_change_proposal').on(table.proposalId, table.position),
    index('map_proposed_change_feature').on(table.featureId).where(sql`status = 'open'`),
  ],
);

/** A picture that lies on a map; its PNG is in the storage. */
export const mapRaster = pgTable(
  'map_raster',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    ...author(),
    /** As its file was called. */
    name: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Degrees; all null until a picture without a place was placed. */
    west: doublePrecision(),
    south: doublePrecision(),
    east: doublePrecision(),
    north: doublePrecision(),
    notes: jsonb().$type<string[]>().notNull().default([]),
    /** The operation that deleted it. */
    deletedSeq: sequence('deleted_seq'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('map_raster_map').on(table.mapId, table.createdAt)],
);

/** A comment on a map, or on one thing of it. What a person wrote goes with the account. */
export const mapComment = pgTable(
  'map_comment',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    featureId: uuid('feature_id'),
    rasterId: uuid('raster_id').references(() => mapRaster.id, { onDelete: 'cascade' }),
    proposalId: uuid('proposal_id'),
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    isResolved: boolean('is_resolved').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('map_comment_map').on(table.mapId, table.createdAt),
    index('map_comment_feature').on(table.featureId),
    index('map_comment_account').on(table.accountId),
    foreignKey({
      name: 'map_comment_proposal',
      columns: [table.proposalId],
      foreignColumns: [mapProposal.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Folders of the storage whose map or picture is gone, by whichever way. Triggers add them, also where
 * an account takes its maps with it.
 */
export const removedMapFolder = pgTable('removed_map_folder', {
  folder: text().primaryKey(),
  removedAt: instant('removed_at').notNull().defaultNow(),
});
