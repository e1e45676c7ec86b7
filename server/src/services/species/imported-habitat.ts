import type { HabitatShape } from '@refugia/contract/species.ts';
import { eq } from 'drizzle-orm';
import type { Orm } from '../../platform/database/database.ts';
import { importedHabitat } from '../../platform/database/schema/platform.ts';

/**
 * Finds the imported habitat of a species; an empty list when there is none.
 * @param speciesId the ECOS id
 */
export async function findImportedHabitat(orm: Orm, speciesId: number): Promise<HabitatShape[]> {
  const [row] = await orm
    .select({ shapes: importedHabitat.shapes })
    .from(importedHabitat)
    .where(eq(importedHabitat.speciesId, speciesId));
  return row?.shapes ?? [];
}

/** ECOS ids of the species that have imported habitat. */
export async function listImportedHabitat(orm: Orm): Promise<ReadonlySet<number>> {
  const rows = await orm.select({ speciesId: importedHabitat.speciesId }).from(importedHabitat);
  return new Set(rows.map(({ speciesId }) => speciesId));
}

/** Replaces earlier imports of the same species, in one transaction. */
export async function saveImportedHabitat(
  orm: Orm,
  habitats: ReadonlyMap<number, HabitatShape[]>,
): Promise<void> {
  await orm.transaction(async (transaction) => {
    for (const [speciesId, shapes] of habitats) {
      const row = { shapes, importedAt: new Date() };
      await transaction
        .insert(importedHabitat)
        .values({ speciesId, ...row })
        .onConflictDoUpdate({ target: importedHabitat.speciesId, set: row });
    }
  });
}
