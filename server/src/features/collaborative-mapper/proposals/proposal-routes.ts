import { randomUUID } from 'node:crypto';
import { deletedSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import {
  listedProposalSchema,
  proposalCreationSchema,
  proposalSchema,
  proposalsQuerySchema,
  proposalWithdrawalQuerySchema,
  proposedEditSchema,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { readVisitor } from '../../../platform/session/visitor.ts';
import {
  additionOf,
  changeOf,
  deletionOf,
  editOf,
  type FeatureChange,
  featureNotFound,
} from '../log/apply-changes.ts';
import { mapOfFeature } from '../log/feature-rows.ts';
import { authorOf, type MapAccess } from '../maps/access.ts';
import { conflictResponse, forAnybody, type MapContext } from '../maps/map-context.ts';
import { withdrawProposal } from './decide.ts';
import {
  describeProposalFor,
  findProposal,
  findProposalRow,
  isOwnProposal,
  listOwnProposals,
  listProposals,
} from './proposal-queries.ts';
import { propose } from './propose.ts';

export function proposalNotFound(): ApiFailure {
  return new ApiFailure(404, 'proposal_not_found', 'There is no such proposal.');
}

/** The ids by which a proposal is recognized as the caller's own. */
export function callerOf({ account }: Pick<MapAccess, 'account'>, request: FastifyRequest) {
  return { accountId: account?.id, visitorId: readVisitor(request) };
}

/** Registers the routes that make, list and withdraw proposals. */
export function registerProposals(app: App, context: MapContext): void {
  registerReading(app, context);
  registerMaking(app, context);
  registerWithdrawal(app, context);
}

function registerReading(app: App, { orm, edit, platform }: MapContext): void {
  app.get(
    '/api/rrm/proposals',
    forAnybody('The proposals for a map, with each feature before and after; or your own', {
      querystring: proposalsQuerySchema,
      response: { 200: listedProposalSchema.array() },
    }),
    async (request, reply) => {
      const { id, mine, status, proposal, limit, offset } = request.query;
      const access =
        id === undefined
          ? { account: await platform.sessions.require(request) }
          : await edit(request, id);
      reply.header('cache-control', 'no-store');
      const caller = callerOf(access, request);
      if (!mine) {
        const which = { id: proposal, status: status ?? (proposal ? 'all' : 'open') };
        const found = await listProposals(orm, id!, which);
        return found.map((each) => describeProposalFor(each, caller));
      }
      const page = { mapId: id, status: status ?? 'all', limit, offset } as const;
      return (await listOwnProposals(orm, caller, page)).map((each) => ({
        ...describeProposalFor(each, caller),
        map_name: each.mapName,
      }));
    },
  );
}

type Creation = z.output<typeof proposalCreationSchema>;

function changesOf(body: Creation): FeatureChange[] {
  switch (body.type) {
    case 'changes':
      return body.changes.map(changeOf);
    case 'delete':
      return [deletionOf(body.id, body.latestVersion)];
    case 'add': {
      const { feature, layerID, proposalID } = body;
      return [additionOf(feature.id ?? proposalID ?? randomUUID(), feature, layerID)];
    }
  }
}

function registerMaking(app: App, context: MapContext): void {
  const { orm, edit, platform } = context;

  async function keep(
    call: { request: FastifyRequest; reply: FastifyReply; access: MapAccess },
    proposal: { id: string | undefined; note: string; changes: FeatureChange[]; content: unknown },
  ) {
    const { request, reply, access } = call;
    const author = authorOf(access, request, reply);
    const id = await propose(orm, {
      ...proposal,
      map: access.map,
      author,
      mayEditPoints: access.role === 'creator',
    });
    const found = await findProposal(orm, id);
    if (!found) throw proposalNotFound();
    return describeProposalFor(found, author);
  }

  /** Finds the map of a new proposal. A proposal to delete names only the feature. */
  async function mapMeant(request: FastifyRequest, body: Creation): Promise<MapAccess> {
    if (body.mapID !== undefined) return await edit(request, body.mapID);
    const mapId = 'id' in body ? await mapOfFeature(orm, body.id) : undefined;
    if (mapId !== undefined) return await edit(request, mapId);
    await platform.sessions.optional(request);
    throw featureNotFound();
  }

  app.post(
    '/api/rrm/proposals',
    forAnybody('Propose to add or delete a feature, or several changes at once', {
      body: proposalCreationSchema,
      response: { 200: proposalSchema, ...conflictResponse },
    }),
    async (request, reply) => {
      const { body } = request;
      const access = await mapMeant(request, body);
      const { note, proposalID: id } = body;
      const changes = changesOf(body);
      return await keep({ request, reply, access }, { id, note, changes, content: body });
    },
  );

  app.put(
    '/api/rrm/proposals',
    forAnybody('Propose to change a feature', {
      body: proposedEditSchema,
      response: { 200: proposalSchema, ...conflictResponse },
    }),
    async (request, reply) => {
      const { body } = request;
      const { DBID: featureId, feature, latestVersion, mapID, note, proposalID: id } = body;
      const access = await edit(request, mapID);
      const changes = [editOf(featureId, feature, latestVersion)];
      return await keep({ request, reply, access }, { id, note, changes, content: body });
    },
  );
}

function registerWithdrawal(app: App, { orm, edit, platform }: MapContext): void {
  app.delete(
    '/api/rrm/proposals',
    forAnybody('Withdraw a proposal of your own', {
      querystring: proposalWithdrawalQuerySchema,
      response: { 200: deletedSchema, ...conflictResponse },
    }),
    async (request) => {
      const { id } = request.query;
      const row = await findProposalRow(orm, id);
      if (!row) {
        await platform.sessions.optional(request);
        throw proposalNotFound();
      }
      const access = await edit(request, row.mapId);
      if (!isOwnProposal(row, callerOf(access, request))) {
        throw new ApiFailure(403, 'not_your_proposal', 'You can withdraw your own proposals only.');
      }
      await withdrawProposal(orm, row);
      return { id };
    },
  );
}
