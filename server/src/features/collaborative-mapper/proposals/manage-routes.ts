import { createHash } from 'node:crypto';
import {
  type Decided,
  decidedSchema,
  decisionSchema,
  featureDecisionSchema,
} from '@refugia/contract/collaborative-mapper/proposals.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { dismissComments, findComment } from '../comments/comment-queries.ts';
import type { MapAccess } from '../maps/access.ts';
import { tellChange } from '../maps/announcements.ts';
import { conflictResponse, forAccounts, type MapContext } from '../maps/map-context.ts';
import { findOpenChange } from '../maps/map-queries.ts';
import { decideProposals, type ProposalDecision } from './decide.ts';
import { describeProposalFor, findProposal, findProposalRow } from './proposal-queries.ts';
import { callerOf, proposalNotFound } from './proposal-routes.ts';

const response = { 200: decidedSchema, ...conflictResponse };
type FeatureDecision = z.output<typeof featureDecisionSchema>;

/** Registers the routes by which the owner and reviewers decide about proposals and comments. */
export function registerManage(app: App, context: MapContext): void {
  app.put(
    '/api/rrm/manage',
    forAccounts(
      'Accept or reject proposals, or part of one, as the owner or a reviewer of the map',
      { body: decisionSchema, response },
    ),
    async (request) => {
      const { id, decision, changes, reason, resolutions, layerID, client_operation_id } =
        request.body;
      const ids = [...new Set([id].flat())];
      if (changes && ids.length > 1) {
        throw new ApiFailure(400, 'invalid', 'Changes can be chosen of one proposal only.');
      }
      const { access, proposals } = await requireProposals(context, request, ids);
      return await decide(
        context,
        { request, access },
        proposals.map((proposal) => ({
          proposal,
          author: access.author,
          decision,
          changeIds: changes,
          reason,
          resolutions,
          layerId: layerID,
          clientOperationId: decisionId(client_operation_id, proposal.id, proposals.length),
        })),
      );
    },
  );

  for (const [method, verb] of [
    ['POST', 'create'],
    ['DELETE', 'delete'],
  ] as const) {
    app.route({
      method,
      url: '/api/rrm/manage',
      ...forAccounts(
        `Decide about the proposal that ${verb === 'create' ? 'adds or changes' : 'deletes'} a feature, or dismiss a comment on it`,
        { body: featureDecisionSchema, response },
      ),
      handler: (request) => decideAboutFeature(context, { request, verb }, request.body),
    });
  }
}

/**
 * Finds proposals for one map, about which the caller must decide.
 * @throws {ApiFailure} 400, 401, 403, 404
 */
async function requireProposals(
  { orm, review, platform }: MapContext,
  request: FastifyRequest,
  ids: readonly string[],
) {
  await platform.sessions.require(request);
  const rows = await Promise.all(ids.map((id) => findProposalRow(orm, id)));
  const proposals = rows.filter((row) => row !== undefined);
  const [first] = proposals;
  if (!first || proposals.length < ids.length) throw proposalNotFound();
  const access = await review(request, first.mapId);
  // A proposal for another map is answered like one that does not exist.
  if (proposals.some(({ mapId }) => mapId !== first.mapId)) throw proposalNotFound();
  return { access, proposals };
}

/**
 * The id by which the decision of one proposal is recognized in a repeated call. Each of several
 * proposals is decided in a transaction of its own, and so has an id of its own.
 */
function decisionId(
  callId: string | undefined,
  proposalId: string,
  proposals: number,
): string | undefined {
  if (callId === undefined || proposals === 1) return callId;
  const digest = createHash('sha256').update(`${callId}/${proposalId}`).digest('hex');
  return digest.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Carries decisions out and describes the result.
 * @throws {ConflictError} when there is only one decision and it conflicts
 */
async function decide(
  { orm }: MapContext,
  { request, access }: { request: FastifyRequest; access: MapAccess },
  decisions: readonly ProposalDecision[],
): Promise<Decided> {
  const { operations, conflicts } = await decideProposals(orm, decisions);
  const decided = decisions.map(({ proposal }) => proposal.id);
  const found = await Promise.all(decided.map((id) => findProposal(orm, id)));
  const caller = callerOf(access, request);
  return {
    proposals: found
      .filter((each) => each !== undefined)
      .map((each) => describeProposalFor(each, caller)),
    operations,
    seq: operations.at(-1)?.seq ?? access.map.lastSeq,
    conflicts,
  };
}

/** Finds the open change that adds, edits or deletes a feature, or the whole proposal that a comment is on. */
async function findProposed(
  orm: MapContext['orm'],
  { featureID, commentID }: FeatureDecision,
  verb: 'create' | 'delete',
): Promise<{ mapId: number; proposalId: string; changeIds: string[] | undefined } | undefined> {
  if (featureID) {
    // Clients that know adds and deletes alone see an edit as an add.
    const change =
      (await findOpenChange(orm, featureID, verb)) ??
      (verb === 'create' ? await findOpenChange(orm, featureID, 'edit') : undefined);
    return change && { ...change, changeIds: [change.changeId] };
  }
  const comment = commentID ? await findComment(orm, commentID) : undefined;
  if (!comment?.proposal) return undefined;
  return { mapId: comment.mapID, proposalId: comment.proposal, changeIds: undefined };
}

async function decideAboutFeature(
  context: MapContext,
  { request, verb }: { request: FastifyRequest; verb: 'create' | 'delete' },
  body: FeatureDecision,
): Promise<Decided> {
  const { orm, review, platform } = context;
  const { commentID, decision, reason } = body;
  await platform.sessions.require(request);
  if (decision === 'dismiss') {
    const comment = commentID && (await findComment(orm, commentID));
    if (!comment) throw new ApiFailure(404, 'comment_not_found', messages.notFound);
    const access = await review(request, comment.mapID);
    await dismiss(context, access.map.id, comment.id);
    return { proposals: [], operations: [], seq: access.map.lastSeq, conflicts: [] };
  }
  const found = await findProposed(orm, body, verb);
  if (!found) throw proposalNotFound();
  const access = await review(request, found.mapId);
  const proposal = { id: found.proposalId, mapId: found.mapId };
  const { changeIds } = found;
  const decided = await decide(context, { request, access }, [
    { proposal, author: access.author, decision, changeIds, reason },
  ]);
  if (commentID) await dismiss(context, found.mapId, commentID);
  return decided;
}

/** Marks a comment and the replies to it as dismissed. */
async function dismiss({ orm }: MapContext, mapId: number, id: string): Promise<void> {
  await orm.transaction(async (transaction) => {
    for (const dismissed of await dismissComments(transaction, { mapId, id })) {
      await tellChange(transaction, 'comments', { mapId, id: dismissed }, 'changed');
    }
  });
}
