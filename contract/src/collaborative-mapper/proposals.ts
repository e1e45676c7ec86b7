import type { FeatureState, Patch } from '@refugia/engine/merge/index.ts';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { textSchema } from '../plain-text.ts';
import { conflictingChangeSchema } from './conflicts.ts';
import { featureInputSchema, newFeatureLayerSchema, revisionSchema } from './features.ts';
import { authorSchema, mapIdSchema, uuidSchema } from './maps.ts';
import { featureChangeRequestSchema, mapOperationSchema, resolutionsSchema } from './operations.ts';

const { collaborativeMapper: cm } = limits;

export const proposalStatuses = ['open', 'accepted', 'rejected', 'withdrawn'] as const;

/** One of the changes in a proposal. */
export const proposedChangeSchema = z.object({
  id: z.string(),
  verb: z.enum(['create', 'edit', 'delete']),
  feature_id: z.string(),
  base_revision: z.number().int(),
  patch: z.custom<Patch>(),
  /**
   * The feature's state when the change was proposed, and after the change; null where the feature
   * does not exist.
   */
  before: z.custom<FeatureState>().nullable(),
  after: z.custom<FeatureState>().nullable(),
  status: z.enum(proposalStatuses),
  /** True when the feature was changed since. Accepting then merges, or conflicts. */
  has_moved_base: z.boolean(),
});
export type ProposedChange = z.infer<typeof proposedChangeSchema>;

export const proposalSchema = z
  .object({
    id: z.string(),
    mapID: z.number().int(),
    layer: z.string().nullable().describe("The first change's geometry, GeoJSON as JSON text."),
    note: z.string(),
    editor: z.string().describe('A username, or the name of a visitor.'),
    edit_type: z
      .enum(['edit_add', 'edit_delete'])
      .describe(
        'edit_delete where the proposal deletes and does nothing else. Otherwise edit_add: "layer" is then the shape as it would be. What a proposal does in detail is the "verb" of each of its "changes".',
      ),
    author: authorSchema,
    status: z.enum(proposalStatuses),
    /** The owner's reason for rejecting the proposal. */
    reason: z.string().nullable(),
    date_created: z.string(),
    date_decided: z.string().nullable(),
    changes: z.array(proposedChangeSchema),
    has_moved_base: z.boolean(),
    /** True when the caller made the proposal, and may withdraw it. */
    is_own: z.boolean(),
  })
  .meta({ id: 'MapProposal' });
export type MapProposal = z.infer<typeof proposalSchema>;

/**
 * GET /api/rrm/proposals lists the proposals for a map, the oldest first. Default: the open ones. With
 * `mine` it lists the caller's own, in every state and the latest first: those for the map, or those for
 * every map on which the caller works.
 */
export const proposalsQuerySchema = z
  .object({
    id: mapIdSchema.optional(),
    mine: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true'),
    status: z.enum([...proposalStatuses, 'all']).optional(),
    proposal: uuidSchema.optional().describe('Of the map: this one alone, in whatever state.'),
    limit: wholeNumberSchema(1, cm.ownProposalsPerPage)
      .default(cm.ownProposalsPerPage)
      .describe("Of the caller's own."),
    offset: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .describe("Of the caller's own."),
  })
  .refine(({ id, mine }) => mine || id !== undefined, {
    path: ['id'],
    message: 'The id of a map is needed, or mine=true.',
  });
export const listedProposalSchema = proposalSchema.extend({
  map_name: z.string().optional().describe("The map's name, with the caller's own proposals."),
});
/** A proposal in the list of one's own. */
export type OwnProposal = MapProposal & { readonly map_name: string };

const noteSchema = textSchema(cm.noteMaxLength).default('');
const proposalIdSchema = uuidSchema
  .optional()
  .describe(
    'Chosen by the browser. Repeated, the call gets its first answer; with other content, 409.',
  );

const proposalFields = { note: noteSchema, proposalID: proposalIdSchema };

/** POST /api/rrm/proposals. The reply is the proposal. */
export const proposalCreationSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('add'),
    mapID: mapIdSchema,
    feature: featureInputSchema,
    layerID: newFeatureLayerSchema,
    ...proposalFields,
  }),
  z.object({
    type: z.literal('delete'),
    id: uuidSchema.describe("The feature's id."),
    mapID: mapIdSchema.optional(),
    latestVersion: revisionSchema.optional(),
    ...proposalFields,
  }),
  z.object({
    type: z.literal('changes'),
    mapID: mapIdSchema,
    changes: z.array(featureChangeRequestSchema).min(1).max(cm.maxChangesAtOnce),
    ...proposalFields,
  }),
]);

/** PUT /api/rrm/proposals proposes an edit. The reply is the proposal. */
export const proposedEditSchema = z.object({
  DBID: uuidSchema.describe("The feature's id."),
  feature: featureInputSchema,
  latestVersion: revisionSchema.describe('The revision that was edited.'),
  mapID: mapIdSchema,
  ...proposalFields,
});

/** DELETE /api/rrm/proposals withdraws one's own proposal. The reply is its id. */
export const proposalWithdrawalQuerySchema = z.object({
  id: uuidSchema.describe("The proposal's id."),
  type: z.string().max(40).optional(),
});

const decisionIdSchema = uuidSchema
  .optional()
  .describe(
    'Chosen by the browser. Repeated, the call decides what was not decided yet, and gets the same answer; with other content, 409.',
  );

export const decisions = ['accept', 'reject', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

/** PUT /api/rrm/manage, for the owner and reviewers: decides one or several proposals of any kind. */
export const decisionSchema = z.object({
  id: z.union([uuidSchema, z.array(uuidSchema).min(1).max(cm.maxDecidedProposals)]),
  decision: z.enum(['accept', 'reject']),
  changes: z
    .array(uuidSchema)
    .min(1)
    .optional()
    .describe('Only these changes of one proposal; the others stay open.'),
  reason: textSchema(cm.noteMaxLength).optional().describe('Why it is rejected.'),
  resolutions: resolutionsSchema,
  layerID: uuidSchema
    .optional()
    .describe(
      'The layer into which added features go, in place of the proposed one. It is needed where that was deleted (409 with code layer_deleted).',
    ),
  client_operation_id: decisionIdSchema,
});
export type DecisionRequest = z.input<typeof decisionSchema>;

/**
 * POST and DELETE /api/rrm/manage, for the owner and reviewers. POST decides a proposal that adds or changes
 * a feature, DELETE one that deletes it. Without a feature's id, either decides the whole proposal that
 * the comment is on. A decision dismisses the comment, and so does the decision "dismiss" alone.
 */
export const featureDecisionSchema = z.object({
  featureID: uuidSchema.optional(),
  commentID: uuidSchema.optional(),
  decision: z.enum(decisions),
  reason: textSchema(cm.noteMaxLength).optional(),
});

/** The result of a decision. Proposals that conflict stay open, and their conflicts are listed. */
export const decidedSchema = z
  .object({
    proposals: z.array(proposalSchema),
    operations: z.array(mapOperationSchema),
    /** As in `appliedSchema`. */
    seq: z.number().int(),
    /** Present only when several proposals were decided at once. */
    conflicts: z.array(conflictingChangeSchema.extend({ proposal: z.string() })),
  })
  .meta({ id: 'DecidedProposals' });
export type Decided = z.infer<typeof decidedSchema>;
