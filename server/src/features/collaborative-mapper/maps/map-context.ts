import { conflictReplySchema } from '@refugia/contract/collaborative-mapper/conflicts.ts';
import type { FastifyRequest } from 'fastify';
import type { Orm } from '../../../platform/database/database.ts';
import { describeCalls } from '../../../platform/http/api.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  type AccountAccess,
  type MapAccess,
  readMap,
  requireEditor,
  requireOwner,
  requireReviewer,
} from './access.ts';
import { FeatureCounts } from './feature-counts.ts';

export const tag = 'collaborative mapper';
/** Describes a call about a map, with the refusals that any of them may get. The token that takes an account's place is a map's. */
export const { forAccounts, forAnybody } = describeCalls(tag, 400, 401, 403, 404);
/** Describes calls that have other refusals. */
export const generalCalls = describeCalls(tag);

/** The refusal of a change that conflicts with what was done meanwhile. */
export const conflictResponse = { 409: conflictReplySchema };

/**
 * What the routes of the Collaborative Mapper share. The functions find a map for a caller.
 * @throws {ApiFailure} 401 for a login token that is not valid, and for visitors where an account is needed;
 * 403 for people who may read the map and not do more; 404 for a map that they may not read
 */
export interface MapContext {
  readonly platform: Platform;
  readonly orm: Orm;
  readonly counts: FeatureCounts;
  /** A map that the caller may read, if only by its view-only link. */
  view(request: FastifyRequest, mapId: number): Promise<MapAccess>;
  /** A map that the caller may read otherwise than by its view-only link. */
  read(request: FastifyRequest, mapId: number): Promise<MapAccess>;
  /** A map that the caller may edit or make proposals for. */
  edit(request: FastifyRequest, mapId: number): Promise<MapAccess>;
  /** A map about whose proposals the caller decides. */
  review(request: FastifyRequest, mapId: number): Promise<AccountAccess>;
  /** A map of the caller's own. */
  own(request: FastifyRequest, mapId: number): Promise<AccountAccess>;
}

/** Creates the context of the routes on an open platform. */
export function createMapContext(platform: Platform): MapContext {
  const read = (request: FastifyRequest, mapId: number) => readMap(platform, request, mapId);
  return {
    platform,
    orm: platform.database.orm,
    counts: new FeatureCounts(platform.database.orm),
    view: (request, mapId) => readMap(platform, request, mapId, { viewKey: true }),
    read,
    async edit(request, mapId) {
      const access = await read(request, mapId);
      requireEditor(access);
      return access;
    },
    review: async (request, mapId) => requireReviewer(await read(request, mapId)),
    own: async (request, mapId) => requireOwner(await read(request, mapId)),
  };
}
