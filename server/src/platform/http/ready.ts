import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { isMigrated } from '../database/migrate.ts';
import type { Storage } from '../storage/storage.ts';
import type { App } from './api.ts';

const checkSchema = z.string().describe('"ok", or a sentence that says what is wrong.');
const readySchema = z.object({
  checks: z.object({
    database: checkSchema,
    queue: checkSchema,
    storage: checkSchema,
    disk: checkSchema,
    migrations: checkSchema,
  }),
});
type Ready = z.infer<typeof readySchema>;

interface Parts {
  readonly database: Database;
  readonly storage: Storage;
  readonly config: Config;
  readonly log: Logger;
}

/** A check that takes longer has failed. */
const patienceMilliseconds = 5_000;
/** Callers within this time share one answer, so that nobody can keep the disk busy with it. */
const keptMilliseconds = 1_000;

const ok = 'ok';
const megabyte = 1_000_000;

async function tryStorage({ storage }: Parts): Promise<string> {
  const scratch = `ready-${randomUUID()}`;
  try {
    await writeFile(join(await storage.openScratch(scratch), 'probe'), 'x');
    // It need not exist: a bucket that can't be reached throws.
    await storage.read('ready', 'probe');
    return ok;
  } finally {
    await storage.removeScratch(scratch);
  }
}

async function tryDisk({ storage, config }: Parts): Promise<string> {
  const free = await storage.freeBytes();
  if (free >= config.minFreeBytes) return ok;
  const [has, needs] = [free, config.minFreeBytes].map((bytes) => Math.floor(bytes / megabyte));
  return `${has} MB are free on the disk, fewer than the ${needs} MB of MIN_FREE_MEGABYTES.`;
}

/** Answers with the sentence when a check throws or takes too long. */
async function judge(check: Promise<string>, sentence: string, { log }: Parts): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMilliseconds);
  });
  try {
    return await Promise.race([check, silence]);
  } catch (error) {
    log.warn({ err: error }, sentence);
    return sentence;
  } finally {
    clearTimeout(timer);
  }
}

async function checkAll(parts: Parts): Promise<Ready['checks']> {
  const { database } = parts;
  const tryQuery = (sql: string) => database.pool.query(sql).then(() => ok);
  const [storage, disk, ofDatabase, queue, migrations] = await Promise.all([
    judge(tryStorage(parts), 'Files can not be written or read.', parts),
    judge(tryDisk(parts), 'The free space can not be read.', parts),
    judge(tryQuery('SELECT 1'), 'The database does not answer.', parts),
    judge(tryQuery('SELECT 1 FROM jobs.queue LIMIT 1'), 'The job queue can not be read.', parts),
    judge(
      isMigrated(database).then((is) =>
        is ? ok : 'The tables of the database are of another version than this program.',
      ),
      'The version of the tables can not be read.',
      parts,
    ),
  ]);
  return { database: ofDatabase, queue, storage, disk, migrations };
}

/** Registers the call by which a load balancer or a monitor learns whether to send requests here. */
export function registerReady(app: App, parts: Parts): void {
  let kept: { readonly at: number; readonly checks: Promise<Ready['checks']> } | undefined;
  app.get(
    '/api/ready',
    {
      schema: {
        tags: ['platform'],
        summary: 'Whether this process can do its work: database, queue, storage, disk, migrations',
        response: { 200: readySchema, 503: readySchema },
      },
    },
    async (_request, reply) => {
      const now = performance.now();
      if (!kept || now - kept.at > keptMilliseconds) kept = { at: now, checks: checkAll(parts) };
      const checks = await kept.checks;
      const isReady = Object.values(checks).every((each) => each === ok);
      reply.header('cache-control', 'no-store');
      return reply.code(isReady ? 200 : 503).send({ checks });
    },
  );
}
