import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { runInThread } from '@refugia/engine/threads/thread-pool.ts';
import type { Orm } from '../../platform/database/database.ts';
import type { HabitatFile, HabitatFileOptions } from './habitat-file.ts';
import type { HabitatFileReply, HabitatFileTask } from './habitat-file-worker.ts';
import { HabitatError } from './habitat-shapes.ts';
import { saveImportedHabitat } from './imported-habitat.ts';

const maxFileBytes = 200_000_000;

export interface HabitatImport {
  readonly species: number;
  readonly shapes: number;
  /** Names in the file that match no species of the list. */
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
  const { habitats, unmatched, skipped, notes } = file;
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
    throw new HabitatError(`${path} can't be read: ${(error as Error).message}.`);
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
