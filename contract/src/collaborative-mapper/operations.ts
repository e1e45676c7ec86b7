import type { Patch } from '@refugia/engine/merge/index.ts';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { lineSchema } from '../plain-text.ts';
import {
  attributeNameSchema,
  attributeValueSchema,
  featureStateSchema,
  lostName,
  lostNameSentence,
} from './features.ts';
import { fieldTypes } from './fields.ts';
import { layerStyleSchema } from './layer-style.ts';
import { authorSchema, type MapAttribute, mapIdSchema, uuidSchema } from './maps.ts';

const { collaborativeMapper: cm } = limits;

const indexSchema = z.number().int().min(0).max(10_000_000);
const finitePairSchema = z.array(z.number()).length(2);
const spliceItemSchema = z.union([
  finitePairSchema,
  z.array(finitePairSchema),
  z.array(z.array(finitePairSchema)),
]);

const attributeChangeSchema = z.object({
  name: attributeNameSchema,
  before: attributeValueSchema.optional(),
  after: attributeValueSchema.optional(),
});

const geometryKindSchema = z.enum([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
]);

/** A patch of one feature: only what is changed, with the values before. See engine/src/merge. */
const editPatchSchema = z
  .object({
    kind: z.literal('edit'),
    attributes: z.array(attributeChangeSchema).max(cm.maxAttributes),
    geometry: z
      .discriminatedUnion('kind', [
        z.object({
          kind: z.literal('replace'),
          before: featureStateSchema.shape.geometry,
          after: featureStateSchema.shape.geometry,
        }),
        z.object({
          kind: z.literal('splice'),
          typeBefore: geometryKindSchema,
          typeAfter: geometryKindSchema,
          splices: z.array(
            z.object({
              path: z.array(indexSchema).max(2),
              at: indexSchema,
              remove: z.array(spliceItemSchema),
              insert: z.array(spliceItemSchema),
            }),
          ),
        }),
      ])
      .nullable(),
    layer: z
      .object({ before: uuidSchema, after: uuidSchema })
      .optional()
      .describe('Moves the feature out of one layer into another.'),
  })
  .meta({ id: 'EditPatch' });

/** A change of one feature. A new one has the base revision 0 and an id of the caller's choice. */
export const featureChangeRequestSchema = z.object({
  feature_id: uuidSchema,
  base_revision: z.number().int().min(0),
  patch: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('create'), after: featureStateSchema }),
    editPatchSchema.refine(
      ({ attributes }) => attributes.every(({ name }) => name !== lostName),
      lostNameSentence,
    ),
    z.object({
      kind: z.literal('delete'),
      before: z
        .unknown()
        .transform(() => undefined)
        .optional()
        .describe('Not needed: the server knows what was there.'),
    }),
  ]),
});
export type FeatureChangeRequest = z.infer<typeof featureChangeRequestSchema>;

/** The owner's decision about a change that conflicts with another. */
const resolutionSchema = z.object({
  feature_id: uuidSchema,
  /**
   * The current revision for which the decision was made. If it has changed since, there is a new
   * conflict.
   */
  revision: z.number().int().min(0),
  choices: z
    .array(z.enum(['base', 'current', 'incoming']))
    .max(cm.maxChoices)
    .describe(
      'A choice for each of the disputes that the conflict lists, in their order. All else is merged.',
    ),
});
/** The decisions of one call. */
export const resolutionsSchema = z.array(resolutionSchema).max(cm.maxChangesAtOnce).optional();
export type Resolution = z.infer<typeof resolutionSchema>;

/**
 * POST /api/rrm/operations, for the owner: applies all changes together or none, as one step of
 * undo. Changes of an older revision are merged.
 */
export const operationsRequestSchema = z.object({
  mapID: mapIdSchema,
  /** Repeated with this id, a call gets the first answer, or 409 when its content differs. */
  client_operation_id: uuidSchema,
  changes: z.array(featureChangeRequestSchema).min(1).max(cm.maxChangesAtOnce),
  resolutions: resolutionsSchema,
});
export type OperationsRequest = z.input<typeof operationsRequestSchema>;

/**
 * A field of a layer: a column of its table, and an input of the form of each feature. Renaming it
 * changes the name that is shown, and not the key in features. Values from before a field had its type
 * stay as they are until they are edited.
 */
export const layerFieldSchema = z.object({
  key: attributeNameSchema,
  name: attributeNameSchema,
  is_removed: z.boolean().default(false),
  type: z.enum(fieldTypes).default('text'),
  choices: z
    .array(lineSchema(cm.choiceMaxLength).min(1))
    .max(cm.maxFieldChoices)
    .refine(
      (texts) => new Set(texts).size === texts.length,
      'A choice can stand in the list once only.',
    )
    .default([])
    .describe('The values of a choice list; empty for all other types.'),
  is_required: z.boolean().default(false).describe('Whether each new feature needs a value.'),
});
export type LayerField = z.infer<typeof layerFieldSchema>;

export const layerPropertiesSchema = z.object({
  dataset: z.string(),
  is_hidden: z.boolean(),
  position: z.number(),
  style: layerStyleSchema,
  fields: z.array(layerFieldSchema),
});

/** The verbs of the log's entries. An entry's patch has its verb as `kind`, but for viewers. */
export const operationVerbs = [
  'create',
  'edit',
  'delete',
  'create-layer',
  'import-layer',
  'delete-layer',
  'restore-layer',
  'edit-layer',
  'edit-map',
  'add-raster',
  'delete-raster',
  'restore-raster',
  'note',
] as const;
export type OperationVerb = (typeof operationVerbs)[number];

/** The patch of an entry about a layer. Patches of features are those of engine/src/merge. */
export type LayerPatch = {
  kind: 'create-layer' | 'import-layer' | 'delete-layer' | 'restore-layer';
  layer_id: string;
  dataset: string;
  feature_count: number;
};
export type LayerEditPatch = {
  kind: 'edit-layer';
  layer_id: string;
  before: Partial<z.infer<typeof layerPropertiesSchema>>;
  after: Partial<z.infer<typeof layerPropertiesSchema>>;
};
/** The map's attributes whose changes the log keeps, which are all but centre and zoom. */
export type LoggedAttribute = Exclude<MapAttribute, 'center' | 'zoom'> | 'is_published';
export type MapEditPatch = {
  kind: 'edit-map';
  attribute: LoggedAttribute;
  before: unknown;
  after: unknown;
};
export type RasterPatch = {
  kind: 'add-raster' | 'delete-raster' | 'restore-raster';
  raster_id: string;
  map_layer: string;
};
type NotePatch = { kind: 'note'; text: string };
export type MapPatch = Patch | LayerPatch | LayerEditPatch | MapEditPatch | RasterPatch | NotePatch;

/** An entry of a map's append-only log. */
export const mapOperationSchema = z
  .object({
    seq: z.number().int(),
    client_operation_id: z.string().nullable(),
    feature_id: z.string().nullable(),
    /** The feature's revision before the operation. Afterwards its revision is `seq`. */
    base_revision: z.number().int().nullable(),
    verb: z.enum(operationVerbs),
    /**
     * Null when the patch is too large to be sent along. The feature then has to be read by its own
     * call. Viewers get nothing from before an operation and nothing that is gone: the last
     * operation on a feature has the feature as it is, as a patch that creates it, and earlier ones
     * have null.
     */
    patch: z.custom<MapPatch>().nullable(),
    author: authorSchema,
    at: z.string(),
    /** The group of operations that were made together. They are undone and reverted together. */
    group: z.string(),
    /** The proposal by whose acceptance the operation was made. */
    proposal: z.string().nullable(),
  })
  .meta({ id: 'MapOperation' });
export type MapOperation = z.infer<typeof mapOperationSchema>;

/** GET /api/rrm/operations lists the operations after `since`. */
export const operationsQuerySchema = z.object({
  id: mapIdSchema,
  since: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(cm.maxOperationsPerPage)
    .default(cm.maxOperationsPerPage),
});
export const operationListSchema = z.object({
  operations: z.array(mapOperationSchema),
  /**
   * The last number of the map's log. There are further operations if the last one listed has a
   * smaller number.
   */
  seq: z.number().int(),
});
export type OperationList = z.infer<typeof operationListSchema>;

/** The reply of POST /api/rrm/operations, undo, redo and revert: the operations that were made. */
export const appliedSchema = z
  .object({
    /**
     * The number of the last operation listed. Where nothing was changed, it is the last number of
     * the map's log.
     */
    seq: z.number().int(),
    group: z.string(),
    operations: z.array(mapOperationSchema),
  })
  .meta({ id: 'AppliedOperations' });
export type Applied = z.infer<typeof appliedSchema>;
