import type { HabitatShape } from '@refugia/contract/species.ts';
import { integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core';

/**
 * Critical habitat that an administrator imported. It is used when the federal service has none.
 */
export const importedHabitat = pgTable('imported_habitat', {
  /** ECOS id of the species. */
  speciesId: integer('species_id').primaryKey(),
  shapes: jsonb().$type<HabitatShape[]>().notNull(),
  importedAt: timestamp('imported_at', { withTimezone: true }).notNull().defaultNow(),
});
