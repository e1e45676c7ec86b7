import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import { type BaseLayer, memberRoles } from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  type LayerField,
  type MapPatch,
  operationVerbs,
} from '@refugia/contract/collaborative-mapper/operations.ts';
import {
  type ProposedChange,
  proposalStatuses,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FileNote } from '@refugia/contract/file-facts.ts';
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
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { account, accountReference } from './account.ts';
import { instant } from './columns.ts';

/** A number of a map's log. Revisions of features are such numbers, too. */
const sequence = (name: string) => bigint(name, { mode: 'number' });
/** PostgreSQL's type for a rectangle, given by the longitudes and latitudes of two opposite corners. */
const box = customType<{ data: string }>({ dataType: () => 'box' });
const mapReference = () =>
  integer('map_id')
    .notNull()
    .references((): AnyPgColumn => collaborativeMap.id, { onDelete: 'cascade' });
/** The columns of an author: an account, or a visitor's name; both null once the account was deleted. */
const author = () => ({
  authorId: integer('author_id').references(() => account.id, { onDelete: 'set null' }),
  visitorName: text('visitor_name'),
});

/** The facts that a map shows about its species. */
export interface MapSpecies {
  readonly species: string | null;
  readonly species_desc: string | null;
  readonly species_sci: string | null;
  readonly species_tax: string | null;
  readonly species_img: string | null;
}

/** A map, and the number of its last operation, which a transaction assigns under a lock of the row. */
export const collaborativeMap = pgTable(
  'collaborative_map',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ownerId: accountReference('owner_id'),
    name: varchar({ length: 50 }).notNull(),
    summary: varchar({ length: 400 }).notNull(),
    isPublished: boolean('is_published').notNull().default(false),
    /** The operation that made the map public, from which on viewers may read the log; null while private. */
    publishedSeq: sequence('published_seq'),
    /** The last operation that changed or removed something that was drawn. */
    erasedSeq: sequence('erased_seq').notNull().default(0),
    /** Anyone who knows the token is an editor of the map. */
    token: text().notNull(),
    baseLayer: text('base_layer').$type<BaseLayer>().notNull().default('default'),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    zoom: doublePrecision().notNull(),
    isDrawingEnabled: boolean('is_drawing_enabled').notNull().default(true),
    species: jsonb().$type<MapSpecies>(),
    /** The name of the folder that stores the map's picture. */
    thumbnail: text(),
    /** The last operation that the picture shows; null when that is not known. */
    thumbnailSeq: sequence('thumbnail_seq'),
    lastSeq: sequence('last_seq').notNull().default(0),
    /** False while the map is being copied. */
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

/** The accounts to which a map's owner gave a role on it. */
export const mapMember = pgTable(
  'map_member',
  {
    mapId: mapReference(),
    accountId: accountReference(),
    role: text({ enum: memberRoles }).notNull().default('editor'),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mapId, table.accountId] }),
    index('map_member_account').on(table.accountId),
  ],
);

/** People who asked a private map's owner to be let in, and whether they were declined. */
export const mapAccessRequest = pgTable(
  'map_access_request',
  {
    mapId: mapReference(),
    accountId: accountReference(),
    isDeclined: boolean('is_declined').notNull().default(false),
    askedAt: instant('asked_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mapId, table.accountId] }),
    index('map_access_request_account').on(table.accountId),
    index('map_access_request_asked').on(table.askedAt),
  ],
);

/**
 * An invitation to a map by mail. A hash of the token in its link is stored, and the address only until
 * the invitation is accepted or withdrawn. A trigger (`forget_invitations`) deletes the invitations that
 * wait for the address of an account that is erased.
 */
export const mapInvitation = pgTable(
  'map_invitation',
  {
    id: uuid().primaryKey().defaultRandom(),
    mapId: mapReference(),
    inviterId: accountReference('inviter_id'),
    role: text({ enum: memberRoles }).notNull(),
    status: text({ enum: ['waiting', 'accepted', 'withdrawn'] })
      .notNull()
      .default('waiting'),
    address: varchar({ length: 50 }),
    tokenHash: text('token_hash').notNull().unique(),
    /** When the link stops working, or since when the invitation is accepted or withdrawn. */
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('map_invitation_address').on(table.mapId, sql`lower(${table.address})`),
    index('map_invitation_waiting').on(sql`lower(${table.address})`),
    index('map_invitation_inviter').on(table.inviterId),
    index('map_invitation_expiry').on(table.expiresAt),
  ],
);

/** A vector layer, visible from the operation by which it appeared until it is deleted. */
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
    /** What was assumed, converted or repaired. */
    notes: jsonb().$type<FileNote[]>().notNull().default([]),
    isApproximate: boolean('is_approximate').notNull().default(false),
    /** Whether new features for which no layer is named go into this one. */
    isDefault: boolean('is_default').notNull().default(false),
    /** The operation by which the layer appeared; null while its features are being written. */
    appearedSeq: sequence('appeared_seq'),
    /** The operation that deleted the layer. */
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

/** The present state of each feature of a map. A deleted feature keeps its row and its last state. */
export const mapFeature = pgTable(
  'map_feature',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    layerId: uuid('layer_id')
      .notNull()
      .references(() => mapLayer.id, { onDelete: 'cascade' }),
    /** The order in which features were added. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** A GeoJSON geometry in longitude and latitude with 7 decimals. */
    geometry: jsonb().notNull(),
    properties: jsonb().notNull(),
    box: box().notNull(),
    /** The last operation on the feature; 0 if it was imported with its layer and not changed since. */
    revision: sequence('revision').notNull().default(0),
    isDeleted: boolean('is_deleted').notNull().default(false),
  },
  (table) => [
    index('map_feature_order').on(table.mapId, table.layerId, table.number),
    index('map_feature_layer').on(table.layerId),
    index('map_feature_box').using('gist', table.box),
  ],
);

/** The append-only log of each map. Each operation has a number. */
export const mapOperation = pgTable(
  'map_operation',
  {
    mapId: mapReference(),
    seq: sequence('seq').notNull(),
    clientOperationId: uuid('client_operation_id'),
    featureId: uuid('feature_id'),
    /** The feature's revision before the operation. Afterwards its revision is `seq`. */
    baseRevision: sequence('base_revision'),
    verb: text({ enum: operationVerbs }).notNull(),
    patch: jsonb().$type<MapPatch>().notNull(),
    ...author(),
    at: instant('at').notNull().defaultNow(),
    /** Operations that were made together belong to one group and are undone together. */
    groupId: uuid('group_id').notNull(),
    /** The group that this operation's group undoes, redoes or reverts. */
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

/** Calls that were carried out. A repeated call finds its row here and is not carried out again. */
export const mapRequest = pgTable(
  'map_request',
  {
    mapId: mapReference(),
    clientOperationId: uuid('client_operation_id').notNull(),
    /** A hash of the call's content and of its author. */
    contentHash: text('content_hash').notNull(),
    groupId: uuid('group_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.mapId, table.clientOperationId] })],
);

/** The steps that an account can undo or redo on a map, in the order in which they were made. */
export const mapUndoStep = pgTable(
  'map_undo_step',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mapId: mapReference(),
    accountId: accountReference(),
    /** The group that the next undo or redo of this step reverts. */
    groupId: uuid('group_id').notNull(),
    isUndone: boolean('is_undone').notNull().default(false),
  },
  (table) => [
    index('map_undo_step_stack').on(table.mapId, table.accountId, table.id),
    index('map_undo_step_account').on(table.accountId),
  ],
);

/** A proposal: changes that a person asks the map's owner to make. */
export const mapProposal = pgTable(
  'map_proposal',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    ...author(),
    /** The id in the visitor's cookie, by which the visitor may withdraw the proposal. */
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
    patch: jsonb().$type<ProposedChange['patch']>().notNull(),
    status: text({ enum: proposalStatuses }).notNull().default('open'),
  },
  (table) => [
    index('map_proposed_change_proposal').on(table.proposalId, table.position),
    index('map_proposed_change_feature').on(table.featureId).where(sql`status = 'open'`),
  ],
);

/** A picture that is placed on a map. Its PNG is in the storage. */
export const mapRaster = pgTable(
  'map_raster',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    ...author(),
    /** The name of the uploaded file. */
    name: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Bounds in degrees; all null until the picture has a place. */
    west: doublePrecision(),
    south: doublePrecision(),
    east: doublePrecision(),
    north: doublePrecision(),
    notes: jsonb().$type<string[]>().notNull().default([]),
    /** The operation that deleted the picture. */
    deletedSeq: sequence('deleted_seq'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('map_raster_map').on(table.mapId, table.createdAt)],
);

/** A comment on a map, or on a feature, picture or proposal of it. It is deleted with its author's account. */
export const mapComment = pgTable(
  'map_comment',
  {
    id: uuid().primaryKey(),
    mapId: mapReference(),
    accountId: accountReference(),
    text: text().notNull(),
    featureId: uuid('feature_id'),
    rasterId: uuid('raster_id').references(() => mapRaster.id, { onDelete: 'cascade' }),
    proposalId: uuid('proposal_id'),
    /** The comment to which this one replies. A reply to a deleted comment stays. */
    parentId: uuid('parent_id').references((): AnyPgColumn => mapComment.id, {
      onDelete: 'set null',
    }),
    longitude: doublePrecision(),
    latitude: doublePrecision(),
    isResolved: boolean('is_resolved').notNull().default(false),
    /** False for a comment that was written in private and not published with the map. */
    isPublic: boolean('is_public').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('map_comment_map').on(table.mapId, table.createdAt),
    index('map_comment_feature').on(table.featureId),
    index('map_comment_account').on(table.accountId),
    index('map_comment_parent').on(table.parentId),
    foreignKey({
      name: 'map_comment_proposal',
      columns: [table.proposalId],
      foreignColumns: [mapProposal.id],
    }).onDelete('cascade'),
  ],
);
