import { randomUUID } from 'node:crypto';
import {
  commentSchema,
  featureCommentCreationSchema,
  type MapComment,
  mapCommentCreationSchema,
  rasterCommentCreationSchema,
} from '@refugia/contract/collaborative-mapper/comments.ts';
import {
  deletedSchema,
  itemQuerySchema,
  mapQuerySchema,
} from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mapComment, mapProposal, mapRaster } from '../../../platform/database/schema/index.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { createRateLimitCheck } from '../../../platform/http/rate-limits.ts';
import { featureNotFound } from '../log/apply-changes.ts';
import { findFeatures, mapOfFeature } from '../log/feature-rows.ts';
import { rasterNotFound } from '../log/layer-changes.ts';
import { repeatedWithOtherContent } from '../log/requests.ts';
import { type MapAccess, requireAccount, requireEditor } from '../maps/access.ts';
import { tellChange } from '../maps/announcements.ts';
import { forAccounts, forAnybody, type MapContext } from '../maps/map-context.ts';
import { findOpenChange } from '../maps/map-queries.ts';
import { takeBackComment, tellOfComment } from '../maps/tell-people.ts';
import { findComment, listComments, readableComments } from './comment-queries.ts';

const { commentsPerMinute } = limits.collaborativeMapper;
const creationResponses = { 200: commentSchema, ...errorReplies(409, 429) };

interface NewComment {
  readonly id: string | undefined;
  readonly text: string;
  readonly featureId?: string | null;
  readonly rasterId?: string | null;
  readonly proposalId?: string | null | undefined;
  readonly place?: readonly [number, number] | undefined;
  /** The comment to which it replies. */
  readonly parent?: MapComment | undefined;
}

/**
 * Stores a comment and announces it to everybody who follows the map. A repeated call with the same
 * id and text returns the first comment.
 */
async function keepComment({ orm }: MapContext, access: MapAccess, comment: NewComment) {
  const author = requireAccount(access);
  const { id = randomUUID(), text, featureId, rasterId, proposalId, place, parent } = comment;
  if (text === '') {
    const sentence = messages.collaborativeMapper.commentMissing;
    throw new ApiFailure(400, 'comment_missing', sentence, { comment: sentence });
  }
  // Who may not read a comment must not learn of it from the replies.
  const isPublic = access.map.isPublished && (parent?.is_public ?? true);
  const map = { ...access.map, isPublished: isPublic };
  async function findKept() {
    const kept = await findComment(orm, id);
    const isSame = kept?.mapID === map.id && kept.account.id === author.id && kept.comment === text;
    if (kept && !isSame) throw repeatedWithOtherContent();
    return kept && readableComments([kept], access)[0];
  }
  const known = await findKept();
  if (known) return known;
  await orm.transaction(async (transaction) => {
    const stored = await transaction
      .insert(mapComment)
      .values({
        id,
        mapId: map.id,
        accountId: author.id,
        text,
        featureId,
        rasterId,
        proposalId,
        longitude: place?.[0],
        latitude: place?.[1],
        parentId: parent?.id,
        isPublic,
      })
      .onConflictDoNothing()
      .returning({ id: mapComment.id });
    // Another call with this id was stored meanwhile.
    if (stored.length === 0) return;
    const parentId = parent?.id;
    await tellOfComment(transaction, { id, map, author, text, featureId, proposalId, parentId });
    await tellChange(transaction, 'comments', { mapId: map.id, id }, 'added');
  });
  const kept = await findKept();
  if (!kept) throw commentNotFound();
  return kept;
}

function commentNotFound(): ApiFailure {
  return new ApiFailure(404, 'comment_not_found', 'There is no such comment.');
}

/** Registers the routes for comments on a map and on its features, pictures and proposals. */
export function registerComments(app: App, context: MapContext): void {
  const { orm, view } = context;

  app.get(
    '/api/rrm/comments',
    forAnybody('All comments on a map and on what is on it', {
      querystring: mapQuerySchema,
      response: { 200: commentSchema.array() },
    }),
    async (request, reply) => {
      const access = await view(request, request.query.id);
      reply.header('cache-control', 'no-store');
      return readableComments(await listComments(orm, request.query.id), access);
    },
  );
  registerCreation(app, context);
  registerDeletion(app, context);
}

/** @throws {ApiFailure} when the caller can't read the map, is a visitor, or comments too fast */
type MayComment = (
  request: FastifyRequest,
  reply: FastifyReply,
  mapId: number,
) => Promise<MapAccess>;

function registerCreation(app: App, context: MapContext): void {
  // Comments of all kinds count together.
  const checkRate = createRateLimitCheck(app, { max: commentsPerMinute, windowSeconds: 60 });
  const mayComment: MayComment = async (request, reply, mapId) => {
    const access = await context.read(request, mapId);
    await checkRate(request, reply, String(requireAccount(access).id));
    return access;
  };
  registerMapComments(app, context, mayComment);
  registerFeatureComments(app, context, mayComment);
  registerPictureComments(app, context, mayComment);
}

function registerMapComments(app: App, context: MapContext, mayComment: MayComment): void {
  const { orm } = context;

  app.post(
    '/api/rrm/comments',
    forAccounts('Comment on a map, a place or a proposal, or reply to a comment', {
      body: mapCommentCreationSchema,
      response: creationResponses,
    }),
    async (request, reply) => {
      const { id, mapID, mapComment: text, place, proposalID: proposalId, parentID } = request.body;
      const access = await mayComment(request, reply, mapID);
      if (parentID !== undefined) {
        const parent = await findComment(orm, parentID);
        const isOfMap = parent?.mapID === mapID;
        if (!isOfMap || readableComments([parent], access).length === 0) throw commentNotFound();
        const { feature: featureId, raster: rasterId, proposal } = parent;
        const about = { featureId, rasterId, proposalId: proposal };
        return await keepComment(context, access, { id, text, ...about, parent });
      }
      if (proposalId !== undefined) {
        // Viewers must not learn of proposals.
        requireEditor(access);
        const isOfMap = and(eq(mapProposal.id, proposalId), eq(mapProposal.mapId, mapID));
        if ((await orm.$count(mapProposal, isOfMap)) === 0) {
          throw new ApiFailure(404, 'proposal_not_found', 'There is no such proposal.');
        }
      }
      return await keepComment(context, access, { id, text, place, proposalId });
    },
  );
}

function registerFeatureComments(app: App, context: MapContext, mayComment: MayComment): void {
  const { orm, platform } = context;

  app.post(
    '/api/rrm/featurecomment',
    forAccounts('Comment on a feature', {
      body: featureCommentCreationSchema,
      response: creationResponses,
    }),
    async (request, reply) => {
      const { id, featureID: featureId, comment: text, place } = request.body;
      await platform.sessions.require(request);
      const mapId = await mapOfFeature(orm, featureId);
      if (mapId !== undefined) {
        const access = await mayComment(request, reply, mapId);
        const feature = (await findFeatures(orm, [featureId])).get(featureId);
        if (access.role === 'viewer' && !feature?.isThere) throw featureNotFound();
        return await keepComment(context, access, { id, text, place, featureId });
      }
      // The feature may be proposed only. A comment on it then belongs to the proposal.
      const proposed = await findOpenChange(orm, featureId, 'create');
      if (!proposed) throw featureNotFound();
      const access = await mayComment(request, reply, proposed.mapId);
      if (access.role === 'viewer') throw featureNotFound();
      const { proposalId } = proposed;
      return await keepComment(context, access, { id, text, place, proposalId });
    },
  );
}

function registerPictureComments(app: App, context: MapContext, mayComment: MayComment): void {
  const { orm, platform } = context;

  app.post(
    '/api/rrm/layers',
    forAccounts('Comment on a picture', {
      body: rasterCommentCreationSchema,
      response: creationResponses,
    }),
    async (request, reply) => {
      const { id, rasterID: rasterId, comment: text } = request.body;
      await platform.sessions.require(request);
      const [raster] = await orm
        .select({ mapId: mapRaster.mapId })
        .from(mapRaster)
        .where(and(eq(mapRaster.id, rasterId), isNull(mapRaster.deletedSeq)));
      if (!raster) throw rasterNotFound();
      const access = await mayComment(request, reply, raster.mapId);
      return await keepComment(context, access, { id, text, rasterId });
    },
  );
}

function registerDeletion(app: App, { orm, platform, read }: MapContext): void {
  for (const url of ['/api/rrm/comments', '/api/rrm/featurecomment']) {
    app.delete(
      url,
      forAccounts('Delete a comment of your own', {
        querystring: itemQuerySchema,
        response: { 200: deletedSchema },
      }),
      async (request) => {
        const account = await platform.sessions.require(request);
        const { id } = request.query;
        const comment = await findComment(orm, id);
        if (!comment) throw commentNotFound();
        const access = await read(request, comment.mapID);
        if (readableComments([comment], access).length === 0) throw commentNotFound();
        if (comment.account.id !== account.id) {
          throw new ApiFailure(403, 'not_your_comment', 'You can delete your own comments only.');
        }
        await orm.transaction(async (transaction) => {
          await transaction.delete(mapComment).where(eq(mapComment.id, id));
          await takeBackComment(transaction, id);
          await tellChange(transaction, 'comments', { mapId: comment.mapID, id }, 'deleted');
        });
        return { id };
      },
    );
  }
}
