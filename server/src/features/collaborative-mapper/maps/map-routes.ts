import { totalCountHeader } from '@refugia/contract/collaborative-mapper/calls.ts';
import {
  deletedMapSchema,
  listedMapSchema,
  mapListQuerySchema,
  mapQuerySchema,
  mapSchema,
  replacedTokenSchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { mapNotFound, permissionOf, requireSelf } from './access.ts';
import { takeBackMap, tellAccessChanged } from './announcements.ts';
import { describeListedMap, describeMap } from './describe-map.ts';
import { forAccounts, forAnybody, type MapContext } from './map-context.ts';
import {
  countOwnedMaps,
  countWaitingProposals,
  createMapToken,
  findDeletedMap,
  listMaps,
  updateMap,
} from './map-queries.ts';

const { maxMapsPerAccount } = limits.collaborativeMapper;

/** @throws {ApiFailure} 409 when the account has as many maps as it may have */
export async function requireRoomForMap(
  { orm }: Pick<MapContext, 'orm'>,
  accountId: number,
): Promise<void> {
  if ((await countOwnedMaps(orm, accountId)) < maxMapsPerAccount) return;
  throw new ApiFailure(
    409,
    'too_many_maps',
    `You have ${maxMapsPerAccount.toLocaleString('en-US')} maps, which is the most that an account can have. Please delete one first.`,
  );
}

/** Registers the routes that list, create, change, copy, delete and restore maps. */
export function registerMaps(app: App, context: MapContext): void {
  const { orm, view } = context;
  const { sessions } = context.platform;

  app.get(
    '/api/rrm/maps_requests',
    forAnybody('Public maps, your own maps, or those of yours that you deleted', {
      querystring: mapListQuerySchema,
      response: { 200: listedMapSchema.array() },
    }),
    async (request, reply) => {
      const { type, id } = request.query;
      const account =
        type === 'public_maps' ? await sessions.optional(request) : await sessions.require(request);
      if (account && type !== 'public_maps') requireSelf(account, id);
      const { total, maps } = await listMaps(orm, account?.id ?? 0, request.query);
      reply.header(totalCountHeader, total).header('cache-control', 'no-store');
      const listed = maps.map(({ map, owner, memberRole }) => {
        const person = { accountId: account?.id, token: undefined, hasViewKey: false };
        const permission = permissionOf({ ...person, memberRole: memberRole ?? undefined }, map);
        return describeListedMap({ map, owner }, permission?.role ?? 'viewer');
      });
      const decided = listed.flatMap(({ id, status }) =>
        status === 'creator' || status === 'reviewer' ? [id] : [],
      );
      const waiting = await countWaitingProposals(orm, decided);
      return listed.map((each) => ({
        ...each,
        ...(decided.includes(each.id) && { waiting_proposals: waiting.get(each.id) ?? 0 }),
      }));
    },
  );

  app.get(
    '/api/rrm/map_requests',
    forAnybody('A map', {
      querystring: mapQuerySchema,
      response: { 200: mapSchema },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return await describeMap(context, await view(request, request.query.id));
    },
  );

  registerRemoval(app, context);
}

function registerRemoval(app: App, context: MapContext): void {
  const { orm, platform, own } = context;

  app.delete(
    '/api/rrm/map_requests',
    forAccounts('Delete a map of your own; for 30 days it can be restored', {
      querystring: mapQuerySchema,
      response: { 200: deletedMapSchema },
    }),
    async (request) => {
      const { map } = await own(request, request.query.id);
      await orm.transaction(async (transaction) => {
        await updateMap(transaction, map.id, { deletedAt: sql`now()` });
        await takeBackMap(transaction, map);
        await tellAccessChanged(transaction, map.id);
      });
      return { id: map.id };
    },
  );

  app.post(
    '/api/rrm/restore',
    forAccounts('Restore a map of your own that was deleted', {
      body: mapQuerySchema,
      response: { 200: mapSchema },
    }),
    async (request) => {
      const account = await platform.sessions.require(request);
      const deleted = await findDeletedMap(orm, request.body.id);
      if (deleted?.ownerId !== account.id) throw mapNotFound();
      const map = await updateMap(orm, deleted.id, { deletedAt: null });
      if (!map) throw mapNotFound();
      return await describeMap(context, { map, role: 'creator' });
    },
  );

  app.post(
    '/api/rrm/token',
    forAccounts("Replace the map's token: links with the old one stop working", {
      body: mapQuerySchema,
      response: { 200: replacedTokenSchema },
    }),
    async (request) => {
      const { map } = await own(request, request.body.id);
      const token = createMapToken();
      await orm.transaction(async (transaction) => {
        await updateMap(transaction, map.id, { token });
        await tellAccessChanged(transaction, map.id);
      });
      return { token };
    },
  );
}
