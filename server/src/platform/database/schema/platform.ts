import { keyKinds, keyTargetTypes } from '@refugia/contract/key-kinds.ts';
import type { HabitatShape } from '@refugia/contract/species.ts';
import {
  bigint,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { accountReference } from './account.ts';
import { instant } from './columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A message that the mail server has not taken yet. Its row is deleted once it has. */
export const mailMessage = pgTable(
  'mail_message',
  {
    /** This id is part of the Message-ID, by which a receiver recognizes a repeated message. */
    id: uuid().primaryKey(),
    /** The encrypted message: nobody may read its links, which give access to accounts. */
    sealed: text().notNull(),
    /** Attempts that failed. */
    attempts: integer().notNull().default(0),
    /** The reason of the last failure, without addresses. */
    lastError: text('last_error'),
    /** Null while further attempts will follow. */
    failedAt: instant('failed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('mail_message_created').on(table.createdAt)],
);

/** Results made from the replies of other services, which also stand in when a service is away. */
export const outboundReply = pgTable('outbound_reply', {
  /** A key that the caller made from the question. */
  key: text().primaryKey(),
  body: bytes().notNull(),
  askedAt: instant('asked_at').notNull(),
});

/**
 * Stored folders whose rows were deleted in any way and whose files may still exist. Triggers on
 * the tables that own folders add them, so that rows deleted together with an account are included.
 */
export const removedFolder = pgTable('removed_folder', {
  name: text().primaryKey(),
  /** The job that may still write into the folder, and the job's queue. The job is cancelled first. */
  queue: text(),
  jobId: text('job_id'),
  removedAt: instant('removed_at').notNull().defaultNow(),
});

/** A file that is uploaded in chunks. The row outlives it for clients that missed the last reply. */
export const resumableUpload = pgTable(
  'resumable_upload',
  {
    /** 128 random bits, base64url. */
    id: text().primaryKey(),
    accountId: accountReference(),
    /** The upload's purpose, and the app's own identifier of its target. */
    purpose: text().notNull(),
    target: text().notNull(),
    filename: text().notNull(),
    /** The folder that stores the bytes, or null once the app has taken the file over. */
    folder: text(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Bytes that are stored durably. */
    offset: bigint({ mode: 'number' }).notNull().default(0),
    /** State that the storage needs to continue, such as the id of a bucket's multipart upload. */
    storageState: jsonb('storage_state'),
    /** The app's answer after it took the complete file over. */
    result: jsonb(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the last byte was stored. */
    movedAt: instant('moved_at').notNull().defaultNow(),
  },
  (table) => [
    index('resumable_upload_account').on(table.accountId),
    index('resumable_upload_moved').on(table.movedAt),
  ],
);

/** A finished analysis, a collaborative map, a layer of a map, or a layer of values. */
export const connectionKeyKinds = ['run', 'map', 'layer', 'value-layer'] as const;

/**
 * Addresses for a GIS contain a connection key instead of an id or a log-in. The key gives read
 * access to one thing until its owner revokes it. A trigger on the table of each kind
 * (`forget_connection_key`) deletes the key when its row is deleted.
 */
export const connectionKey = pgTable(
  'connection_key',
  {
    kind: text({ enum: connectionKeyKinds }).notNull(),
    /** The id of the row that the key opens, in the table of its kind. */
    subjectId: text('subject_id').notNull(),
    /** 128 random bits, base64url. */
    key: text().notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectId] })],
);

/**
 * A key opens one thing to who has it, until it is revoked, which deletes its row. Only its hash is
 * stored. A trigger on the table of each type (`forget_access_keys`) deletes the keys with their thing.
 */
export const accessKey = pgTable(
  'access_key',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: keyKinds }).notNull(),
    targetType: text('target_type', { enum: keyTargetTypes }).notNull(),
    /** The id of the row that the key opens, in the table of its type. */
    targetId: text('target_id').notNull(),
    name: text().notNull(),
    keyHash: text('key_hash').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** To the hour. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('access_key_target').on(table.targetType, table.targetId)],
);

/** Critical habitat that an administrator imported. It is used when the federal service has none. */
export const importedHabitat = pgTable('imported_habitat', {
  /** ECOS id of the species. */
  speciesId: integer('species_id').primaryKey(),
  shapes: jsonb().$type<HabitatShape[]>().notNull(),
  importedAt: instant('imported_at').notNull().defaultNow(),
});
