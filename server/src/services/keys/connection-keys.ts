import { and, eq, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { connectionKey, type connectionKeyKinds } from '../../platform/database/schema/index.ts';
import { newId } from '../../platform/new-id.ts';
import { ShortMemory } from '../../platform/short-memory.ts';

/** The thing that a key opens. Each thing has at most one key. */
export interface KeySubject {
  readonly kind: (typeof connectionKeyKinds)[number];
  readonly id: string;
}

export type StoredKey = Pick<typeof connectionKey.$inferSelect, 'key' | 'createdAt'>;

/** Addresses for a GIS contain such a key. Callers check who may make it and whether its subject exists. */
export interface ConnectionKeys {
  find(subject: KeySubject): Promise<StoredKey | undefined>;
  /** Makes a new key. An earlier key of the same subject stops working. */
  make(subject: KeySubject): Promise<StoredKey>;
  takeBack(subject: KeySubject): Promise<void>;
  /** The id of the subject that a key opens; undefined for another kind. It is remembered for seconds. */
  open(kind: KeySubject['kind'], key: string): Promise<string | undefined>;
}

/** A key that another process revoked still works in this process for up to this long. */
const rememberMilliseconds = 10_000;

/** Keys and ids of runs have the same form: 128 bits in base64url. */
const keyPattern = /^[A-Za-z0-9_-]{22}$/;

const isOf = ({ kind, id }: KeySubject) =>
  and(eq(connectionKey.kind, kind), eq(connectionKey.subjectId, id));

async function findKey(orm: Queryable, subject: KeySubject): Promise<StoredKey | undefined> {
  const { key, createdAt } = connectionKey;
  const [row] = await orm.select({ key, createdAt }).from(connectionKey).where(isOf(subject));
  return row;
}

export function createConnectionKeys({ orm }: Pick<Database, 'orm'>): ConnectionKeys {
  const opened = new ShortMemory<string>(rememberMilliseconds);

  /** Replaces or revokes a key. From then on this process does not accept the former key. */
  async function change(subject: KeySubject, write: () => Promise<unknown>): Promise<void> {
    const former = await findKey(orm, subject);
    await write();
    if (former) opened.forget(memoryKey(subject.kind, former.key));
  }

  async function findSubject(kind: KeySubject['kind'], key: string): Promise<string | undefined> {
    const [row] = await orm
      .select({ id: connectionKey.subjectId })
      .from(connectionKey)
      .where(and(eq(connectionKey.key, key), eq(connectionKey.kind, kind)));
    return row?.id;
  }

  return {
    find: (subject) => findKey(orm, subject),
    async make(subject) {
      const { kind, id } = subject;
      const key = newId();
      await change(subject, () =>
        orm
          .insert(connectionKey)
          .values({ kind, subjectId: id, key })
          .onConflictDoUpdate({
            target: [connectionKey.kind, connectionKey.subjectId],
            set: { key, createdAt: sql`now()` },
          }),
      );
      // The key is read again, because of two keys made at the same time only the later one works.
      return (await findKey(orm, subject)) ?? { key, createdAt: new Date() };
    },
    async takeBack(subject) {
      await change(subject, () => orm.delete(connectionKey).where(isOf(subject)));
    },
    async open(kind, key) {
      if (!keyPattern.test(key)) return undefined;
      return await opened.recall(memoryKey(kind, key), () => findSubject(kind, key));
    },
  };
}

const memoryKey = (kind: KeySubject['kind'], key: string) => `${kind} ${key}`;

/** Lets pages of other sites load what a key opens, since anyone with the key may see it. */
export function openToOtherSites(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*');
  reply.header('cross-origin-resource-policy', 'cross-origin');
}
