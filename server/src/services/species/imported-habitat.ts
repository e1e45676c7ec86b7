import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { importSentences } from '@refugia/contract/file-facts.ts';
import type { HabitatShape } from '@refugia/contract/species.ts';
import { runInThread } from '@refugia/engine/threads/thread-pool.ts';
import { eq } from 'drizzle-orm';
import type { Orm } from '../../platform/database/database.ts';
import { importedHabitat } from '../../platform/database/schema/platform.ts';
import { messageOf } from '../../platform/thrown.ts';
import type { HabitatFile, HabitatFileOptions } from './habitat-file.ts';
import type { HabitatFileReply, HabitatFileTask } from './habitat-file-worker.ts';
import { HabitatError } from './habitat-shapes.ts';

/** The imported habitat of a species by its ECOS id; empty when there is none. */
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

const maxFileBytes = 200_000_000;

export interface HabitatImport {
  readonly species: number;
  readonly shapes: number;
  readonly unmatched: readonly string[];
  /** Sentences about what was skipped, assumed, converted or repaired. */
  readonly notes: readonly string[];
}

/**
 * Imports critical habitat from a file on this machine. It replaces earlier imports of the same
 * species.
 * @param path absolute
 * @param given `source` is the source that the screen shows; default: the file's name
 * @throws {HabitatError} with a sentence for the administrator
 */
export async function importHabitat(
  orm: Orm,
  path: string,
  given: Pick<HabitatFileOptions, 'approximate' | 'species'> & { source: string | undefined },
): Promise<HabitatImport> {
  const fileName = basename(path);
  const file = await readInThread({
    bytes: await readBytes(path),
    options: { ...given, fileName, source: given.source ?? fileName },
  });
  const { habitats, unmatched } = file;
  const { skipped, notes } = importSentences(file);
  if (habitats.size === 0) {
    const named = unmatched.length === 0 ? '' : ` It names ${unmatched.slice(0, 5).join(', ')}.`;
    throw new HabitatError(
      `${fileName} holds no polygon of a species of the list: each feature needs an attribute sciname, comname or speciesId, or --species says whose they all are.${named}`,
    );
  }
  await saveImportedHabitat(orm, habitats);
  return {
    species: habitats.size,
    shapes: [...habitats.values()].reduce((sum, shapes) => sum + shapes.length, 0),
    unmatched,
    notes: [
      ...notes,
      ...skipped.map(({ reason, count, examples }) => `${count} × ${examples[0]}: ${reason}`),
    ],
  };
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= maxFileBytes) return await readFile(path);
  } catch (error) {
    throw new HabitatError(`${path} can't be read: ${messageOf(error)}.`);
  }
  throw new HabitatError(`${path} is larger than ${maxFileBytes / 1e6} MB.`);
}

async function readInThread(task: HabitatFileTask): Promise<HabitatFile> {
  const reply = await runInThread<HabitatFileTask, HabitatFileReply>(
    new URL('./habitat-file-worker.ts', import.meta.url),
    task,
  );
  if (reply.kind === 'read') return reply.file;
  throw new HabitatError(reply.message);
}
