import { apiErrorSchema } from '@refugia/contract/errors.ts';
import type { KeyKind, KeyTargetType } from '@refugia/contract/key-kinds.ts';
import {
  type Key,
  keyCreationSchema,
  keyIdSchema,
  keysQuerySchema,
  keysSchema,
  newKeySchema,
  revokedKeySchema,
} from '@refugia/contract/keys.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import { type App, describeCalls } from '../../platform/http/api.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKey, type KeyRow, listKeys, makeKey, revokeKey } from './keys.ts';

const { forAccounts } = describeCalls('keys', 400, 401, 403, 404);

/** A type of things that keys can be made for. The feature that has them registers it. */
export interface KeyHolder {
  readonly type: KeyTargetType;
  readonly kinds: readonly KeyKind[];
  /** @throws {ApiFailure} 401, 403 or 404 for a caller who does not decide about the thing */
  requireManager(request: FastifyRequest, id: string): Promise<unknown>;
  addressOf(id: string, key: string, kind: KeyKind): string;
}

const describeKey = ({ id, kind, name, createdAt, lastUsedAt }: KeyRow): Key => ({
  id,
  kind,
  name,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
});

/** Registers the calls that make, list and revoke keys of what these holders have. */
export function registerKeys(
  app: App,
  { database: { orm } }: Platform,
  holders: readonly KeyHolder[],
): void {
  function holderOf(type: KeyTargetType, kind?: KeyKind): KeyHolder {
    const holder = holders.find((each) => each.type === type);
    if (holder && (kind === undefined || holder.kinds.includes(kind))) return holder;
    throw new ApiFailure(400, 'no_such_key', `A ${type} has no keys of this kind.`);
  }

  app.post(
    '/api/keys',
    forAccounts('Make a key that opens something of your own to others; it is shown once', {
      body: keyCreationSchema,
      response: { 200: newKeySchema, 409: apiErrorSchema },
    }),
    async (request, reply) => {
      const { target, kind, name } = request.body;
      const holder = holderOf(target.type, kind);
      await holder.requireManager(request, target.id);
      reply.header('cache-control', 'no-store');
      const made = await makeKey(orm, target, { kind, name });
      if (!made) {
        const sentence = `At most ${limits.keys.maxPerTarget} keys can be made for one thing. Please revoke one first.`;
        throw new ApiFailure(409, 'too_many_keys', sentence);
      }
      const { row, key } = made;
      return { ...describeKey(row), key, url: holder.addressOf(target.id, key, kind) };
    },
  );

  app.get(
    '/api/keys',
    forAccounts('The keys of something of your own', {
      querystring: keysQuerySchema,
      response: { 200: keysSchema },
    }),
    async (request, reply) => {
      const { type, id } = request.query;
      await holderOf(type).requireManager(request, id);
      reply.header('cache-control', 'no-store');
      return (await listKeys(orm, { type, id })).map(describeKey);
    },
  );

  app.delete(
    '/api/keys/:id',
    forAccounts('Revoke a key: what it opened closes at once', {
      params: keyIdSchema,
      response: { 200: revokedKeySchema },
    }),
    async (request) => {
      const row = await findKey(orm, request.params.id);
      if (!row) throw new ApiFailure(404, 'key_not_found', 'There is no such key any more.');
      await holderOf(row.targetType).requireManager(request, row.targetId);
      await orm.transaction((transaction) => revokeKey(transaction, row));
      return { id: row.id };
    },
  );
}
