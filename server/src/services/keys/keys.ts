import { createHash, randomBytes } from 'node:crypto';
import { type KeyKind, type KeyTargetType, keyHeader } from '@refugia/contract/key-kinds.ts';
import { limits } from '@refugia/contract/limits.ts';
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { finderOf, type Queryable, theRow } from '../../platform/database/database.ts';
import { accessKey } from '../../platform/database/schema/index.ts';
import { notify } from '../../platform/notify/notices.ts';

export type KeyRow = typeof accessKey.$inferSelect;
export interface KeyTarget {
  readonly type: KeyTargetType;
  readonly id: string;
}

/** Channel that tells every process that a key was revoked. The notice's `id` is `type/id` of its target. */
export const keyRevokedChannel = 'key_revoked';

/** Only this hash is stored, so that nobody who reads the database can use a key. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const isOf = ({ type, id }: KeyTarget) =>
  and(eq(accessKey.targetType, type), eq(accessKey.targetId, id));

/** The key that a request carries, in the header or in the address. */
export function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers[keyHeader];
  const key =
    typeof header === 'string'
      ? header
      : URL.parse(request.url, 'http://a')?.searchParams.get('key');
  return key || undefined;
}

/**
 * The id of what a key opens, or undefined when it opens nothing of that type in that way. The use is
 * noted at most once an hour, since a map full of tiles uses its key many times.
 */
export async function openKey(
  orm: Queryable,
  key: string,
  { kind, type }: { readonly kind: KeyKind; readonly type: KeyTargetType },
): Promise<string | undefined> {
  const isKey = eq(accessKey.keyHash, hashOf(key));
  const [found] = await orm
    .select({ targetId: accessKey.targetId, lastUsedAt: accessKey.lastUsedAt })
    .from(accessKey)
    .where(and(isKey, eq(accessKey.kind, kind), eq(accessKey.targetType, type)));
  const anHourAgo = new Date(Date.now() - 3_600_000);
  if (found && (found.lastUsedAt === null || found.lastUsedAt < anHourAgo)) {
    await orm
      .update(accessKey)
      .set({ lastUsedAt: sql`now()` })
      .where(and(isKey, or(isNull(accessKey.lastUsedAt), lt(accessKey.lastUsedAt, anHourAgo))));
  }
  return found?.targetId;
}

/** The keys of a target, the oldest first. */
export function listKeys(orm: Queryable, target: KeyTarget): Promise<KeyRow[]> {
  return orm
    .select()
    .from(accessKey)
    .where(isOf(target))
    .orderBy(asc(accessKey.createdAt), asc(accessKey.id));
}

/** Makes a key of 192 random bits; undefined when the target has as many as it can have. */
export async function makeKey(
  orm: Queryable,
  target: KeyTarget,
  { kind, name }: { readonly kind: KeyKind; readonly name: string },
): Promise<{ row: KeyRow; key: string } | undefined> {
  if ((await orm.$count(accessKey, isOf(target))) >= limits.keys.maxPerTarget) return undefined;
  const key = randomBytes(24).toString('base64url');
  const { type: targetType, id: targetId } = target;
  const values = { kind, name, targetType, targetId, keyHash: hashOf(key) };
  return { row: theRow(await orm.insert(accessKey).values(values).returning()), key };
}

export const findKey = finderOf(accessKey, 'id');

/** Revokes a key, and ends what it keeps open when the transaction is committed. */
export async function revokeKey(
  transaction: Queryable,
  { id, targetType, targetId }: Pick<KeyRow, 'id' | 'targetType' | 'targetId'>,
): Promise<void> {
  await transaction.delete(accessKey).where(eq(accessKey.id, id));
  await notify(transaction, keyRevokedChannel, { id: `${targetType}/${targetId}` });
}
