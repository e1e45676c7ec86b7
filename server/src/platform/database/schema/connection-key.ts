import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The kinds of things that a connection key opens: a finished analysis, a collaborative map, a
 * layer of a map, or a layer of values.
 */
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
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.subjectId] })],
);
