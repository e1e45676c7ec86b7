import type { AttributeDispute, FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import { z } from 'zod';
import { apiErrorSchema } from '../errors.ts';

const featureState = z.custom<FeatureState>();

const stretch = z.custom<FlatGeometry>().nullable();
const value = z.custom<AttributeDispute['base']>().optional();

/** What a person has to decide, since two changes made something else of it. */
const disputeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('stretch'),
    extent: z
      .enum(['run', 'shape', 'feature'])
      .describe(
        'A run of the outline with the vertex before and the one behind it, or whole rings and parts; the whole shape; or the feature with its attributes, since one side deleted it.',
      ),
    base: stretch,
    current: stretch,
    incoming: stretch,
    reason: z
      .string()
      .nullable()
      .describe('Why the whole shape is asked for, where its stretches can not be.'),
  }),
  z.object({
    kind: z.literal('attribute'),
    name: z.string(),
    base: value,
    current: value,
    incoming: value,
  }),
  z
    .object({
      kind: z.literal('layer'),
      base: z.string(),
      current: z.string(),
      incoming: z.string(),
    })
    .describe('The ids of the layers into which the feature was moved.'),
]);

/** A change that can't be merged whole into the present feature. */
export const conflictingChangeSchema = z.object({
  feature_id: z.string(),
  /** The feature's current revision; 0 when there is no such feature. */
  revision: z.number().int(),
  /**
   * The feature with everything that nobody disputes. What is disputed is as it is at present. Null
   * where the feature does not exist.
   */
  merged: featureState.nullable(),
  /** Each with the state before both changes, the present one, and that of the change. */
  disputed: z.array(disputeSchema),
  /** The states from which the change started, at present, and as the change would make it. */
  states: z.object({
    base: featureState.nullable(),
    current: featureState.nullable(),
    incoming: featureState.nullable(),
  }),
});
export type ConflictingChange = z.infer<typeof conflictingChangeSchema>;

/** The body of a 409 with code `conflict`. Nothing was changed then. */
export const conflictReplySchema = apiErrorSchema
  .extend({ conflicts: z.array(conflictingChangeSchema).optional() })
  .meta({ id: 'MapConflict' });
export type ConflictReply = z.infer<typeof conflictReplySchema>;
