import { z } from 'zod';
import { limits } from '../limits.ts';
import { textSchema } from '../plain-text.ts';
import { mapIdSchema, mapUserSchema, uuidSchema } from './maps.ts';

const { collaborativeMapper: cm } = limits;

/**
 * A comment on a map. It may be about a feature, a raster or a proposal, and may have a place in
 * addition. GET /api/rrm/comments lists all of a map, the oldest first.
 */
export const commentSchema = z
  .object({
    id: z.string(),
    mapID: z.number().int(),
    comment: z.string(),
    account: mapUserSchema.omit({ organization: true }),
    date_created: z.string(),
    feature: z.string().nullable().describe('Id of the feature that it is about.'),
    feature_name: z
      .string()
      .nullable()
      .describe('The name of that feature in quotation marks; null when it has none, or is gone.'),
    feature_place: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe('Longitude and latitude of the middle of its box; null when it is gone.'),
    raster: z.string().nullable(),
    proposal: z.string().nullable(),
    parent: z
      .string()
      .nullable()
      .describe(
        'Id of the comment that it replies to; null when it replies to none that is there.',
      ),
    /**
     * True when the open proposal of the comment adds its feature. `propose_delete` is true when it
     * deletes the feature.
     */
    propose_add: z.boolean(),
    propose_delete: z.boolean(),
    /** The longitude and latitude of a place on the map. */
    place: z.tuple([z.number(), z.number()]).nullable(),
    /** True when the owner or a reviewer dismissed the comment. */
    resolved: z.boolean(),
    /**
     * True when viewers of the public map may read the comment. Otherwise the team and its author
     * may: it was written in private, is on a proposal, or on something that was deleted.
     */
    is_public: z.boolean(),
  })
  .meta({ id: 'MapComment' });
export type MapComment = z.infer<typeof commentSchema>;

/** Blank text is refused by a rule of its own, because the specification has a sentence for it. */
const commentTextSchema = textSchema(cm.commentMaxLength);
const commentIdSchema = uuidSchema
  .optional()
  .describe('Chosen by the browser, or else by the server.');
const placeSchema = z.tuple(
  [z.number().min(-180).max(180), z.number().min(-90).max(90)],
  'This must be a list of longitude and latitude.',
);

/** POST /api/rrm/comments. The reply is the comment. */
export const mapCommentCreationSchema = z
  .object({
    id: commentIdSchema,
    mapID: mapIdSchema,
    mapComment: commentTextSchema,
    place: placeSchema.optional(),
    proposalID: uuidSchema.optional(),
    parentID: uuidSchema
      .optional()
      .describe(
        'A comment of this map, of any kind, to which this one replies. The reply is about the same thing.',
      ),
  })
  .refine(
    ({ place, proposalID, parentID }) => parentID === undefined || !(place ?? proposalID),
    'A reply is about the same thing as its comment, so it takes neither a place nor a proposal.',
  );

/** POST /api/rrm/featurecomment. The reply is the comment. */
export const featureCommentCreationSchema = z.object({
  id: commentIdSchema,
  featureID: uuidSchema,
  comment: commentTextSchema,
  place: placeSchema.optional(),
});

/** POST /api/rrm/layers. The reply is the comment. */
export const rasterCommentCreationSchema = z.object({
  id: commentIdSchema,
  rasterID: uuidSchema,
  comment: commentTextSchema,
});
