import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../database/database.ts';
import { removedFolder } from '../database/schema/index.ts';
import type { Storage } from './storage.ts';

/** The queues whose jobs may still write into a removed folder, by name. */
type Cancelling = Readonly<Record<string, { cancel(jobId: string): Promise<void> }>>;

const removedAtOnce = 50;

function findRemoved(orm: Queryable, queues: readonly string[], except: readonly string[]) {
  const { name, queue, removedAt } = removedFolder;
  return orm
    .select()
    .from(removedFolder)
    .where(
      and(
        or(isNull(queue), inArray(queue, [...queues])),
        lte(removedAt, sql`now()`),
        notInArray(name, [...except]),
      ),
    )
    .orderBy(asc(removedAt))
    .limit(removedAtOnce);
}

/**
 * Cancels the jobs on folders whose rows were deleted, and removes the folders' files. If this
 * process dies meanwhile, the next call continues. A folder that can't be removed now is left to
 * the next call, and holds up no other.
 * @param queues the queues whose folders are removed, by name; folders without a queue always are
 */
export async function removeLeftFolders(
  { database, storage, log }: { database: Database; storage: Storage; log: Logger },
  queues: Cancelling = {},
): Promise<void> {
  const { orm } = database;
  const failed: string[] = [];
  for (;;) {
    const removed = await findRemoved(orm, Object.keys(queues), failed);
    for (const { name, queue, jobId } of removed) {
      try {
        // The job is cancelled first, because otherwise it would store its files afterwards.
        if (queue !== null && jobId !== null) await queues[queue]?.cancel(jobId);
        await storage.removeFolder(name);
        await orm.delete(removedFolder).where(eq(removedFolder.name, name));
      } catch (error) {
        log.warn({ err: error, folder: name }, 'removing a folder, which is tried again later');
        failed.push(name);
      }
    }
    // A storage that is away refuses every folder, so that asking on would be in vain.
    if (removed.length < removedAtOnce || failed.length >= removedAtOnce) return;
  }
}

/** Longer than it takes to store a small folder and to refer to it. */
const storingMinutes = 15;

/**
 * Records a folder before it is stored, so that it is removed minutes later if this process dies
 * before a row refers to it. `keepStoredFolder` takes that back.
 */
async function noteStoredFolder(orm: Queryable, name: string): Promise<void> {
  const removedAt = sql`now() + make_interval(mins => ${storingMinutes})`;
  await orm.insert(removedFolder).values({ name, removedAt });
}

/**
 * Stores a file in a new folder, which is removed minutes later unless `keepStoredFolder` is called in the
 * transaction whose row refers to it.
 */
export async function storeSmallFile(
  { database, storage }: { database: Pick<Database, 'orm'>; storage: Storage },
  folder: string,
  file: { readonly name: string; readonly bytes: Uint8Array },
): Promise<void> {
  await noteStoredFolder(database.orm, folder);
  const scratch = await storage.openScratch(folder.replace('/', '-'));
  await writeFile(join(scratch, file.name), file.bytes);
  await storage.putFolder(folder, scratch);
}

/**
 * For the transaction whose row refers to the folder.
 * @throws when storing took so long that the folder has been removed
 */
export async function keepStoredFolder(orm: Queryable, name: string): Promise<void> {
  const noted = await orm
    .delete(removedFolder)
    .where(eq(removedFolder.name, name))
    .returning({ name: removedFolder.name });
  if (noted.length === 0) throw new Error(`${name} was removed before a row referred to it`);
}

/** Records a folder that is no longer needed, for the next `removeLeftFolders`. */
export async function noteRemovedFolder(orm: Queryable, name: string): Promise<void> {
  await orm.insert(removedFolder).values({ name }).onConflictDoNothing();
}
