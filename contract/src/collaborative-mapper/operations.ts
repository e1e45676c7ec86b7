import type { Conflict, FeatureState, Patch } from '@refugia/engine/merge/index.ts';
import { z } from 'zod';
import { apiErrorSchema } from '../errors.ts';
import { limits } from '../limits.ts';
import { attributeNameSchema, attributeValueSchema, featureStateSchema } from './features.ts';
import { authorSchema, mapIdSchema, uuidSchema } from './maps.ts';

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

/** One change of a feature: only what it changes, with what was there before. See engine/src/merge. */
export const editPatchSchema = z
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
  })
  .meta({ id: 'EditPatch' });

/** JavaScript's objects have no such field of their own: it would be answered as kept, and be lost. */
const lostName = '__proto__';

/** What a person does to one feature: a new one has the base revision 0 and an id of their choice. */
export const featureChangeRequestSchema = z.object({
  feature_id: uuidSchema,
  base_revision: z.number().int().min(0),
  patch: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('create'), after: featureStateSchema }),
    editPatchSchema.refine(
      ({ attributes }) => attributes.every(({ name }) => name !== lostName),
      `An attribute can not be called ${lostName}.`,
    ),
    z.object({
      kind: z.literal('delete'),
      before: z.unknown().optional().describe('Not needed: the server knows what was there.'),
    }),
  ]),
});
export type FeatureChangeRequest = z.infer<typeof featureChangeRequestSchema>;

/** What the owner decided where a change conflicts with another: the feature as it is to be. */
export const resolutionSchema = z.object({
  feature_id: uuidSchema,
  /** The current revision that the decision was made on; if it moved, there is a new conflict. */
  revision: z.number().int().min(0),
  /** Null deletes the feature, or leaves it deleted. */
  feature: featureStateSchema.nullable(),
});
export type Resolution = z.infer<typeof resolutionSchema>;

/**
 * POST /api/rrm/operations, for the owner: changes that are applied all together or not at all, and
 * undone together. Edits are merged where their base moved.
 */
export const operationsRequestSchema = z.object({
  mapID: mapIdSchema,
  /** Repeated, the call gets its first answer; with other content, 409. */
  client_operation_id: uuidSchema,
  changes: z.array(featureChangeRequestSchema).min(1).max(cm.maxChangesAtOnce),
  resolutions: z.array(resolutionSchema).max(cm.maxChangesAtOnce).optional(),
});
export type OperationsRequest = z.input<typeof operationsRequestSchema>;

/** A vector layer as its operations tell it; the same as in the list of layers. */
export const layerStyleSchema = z.object({
  /** CSS colours: `#rrggbb`. Replaces only the green of features that nothing else colours. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .default(null),
  /** The attribute that colours features, with a colour for each of its values. */
  color_by: z
    .object({
      attribute: attributeNameSchema,
      colors: z
        .array(
          z.object({ value: attributeValueSchema, color: z.string().regex(/^#[0-9a-f]{6}$/i) }),
        )
        .max(cm.maxStyleValues),
    })
    .nullable()
    .default(null),
  /** The attribute that is written beside features. */
  label_by: attributeNameSchema.nullable().default(null),
});
export type LayerStyle = z.infer<typeof layerStyleSchema>;

/** A field of a layer's table. The key stays as it is in features; renaming changes what is shown. */
export const layerFieldSchema = z.object({
  key: attributeNameSchema,
  name: attributeNameSchema,
  is_removed: z.boolean().default(false),
});
export type LayerField = z.infer<typeof layerFieldSchema>;

export const layerPropertiesSchema = z.object({
  dataset: z.string(),
  is_hidden: z.boolean(),
  position: z.number(),
  style: layerStyleSchema,
  fields: z.array(layerFieldSchema),
});

/** Verbs of the log's entries; the patch of an entry has the verb as its `kind`. */
export const operationVerbs = [
  'create',
  'edit',
  'delete',
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

/** What one entry of the log did; a feature's change is a patch of engine/src/merge. */
export type LayerPatch = {
  kind: 'import-layer' | 'delete-layer' | 'restore-layer';
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
export type MapEditPatch = { kind: 'edit-map'; attribute: string; before: unknown; after: unknown };
export type RasterPatch = {
  kind: 'add-raster' | 'delete-raster' | 'restore-raster';
  raster_id: string;
  map_layer: string;
};
export type NotePatch = { kind: 'note'; text: string };
export type MapPatch = Patch | LayerPatch | LayerEditPatch | MapEditPatch | RasterPatch | NotePatch;

/** One entry of a map's append-only log. */
export const mapOperationSchema = z
  .object({
    seq: z.number().int(),
    client_operation_id: z.string().nullable(),
    feature_id: z.string().nullable(),
    /** The revision before; after it the feature's revision is `seq`. */
    base_revision: z.number().int().nullable(),
    verb: z.enum(operationVerbs),
    /** Null where it is too large to be sent along: ask for the feature itself. */
    patch: z.custom<MapPatch>().nullable(),
    author: authorSchema,
    at: z.string(),
    /** What was done together, and is undone and reverted together. */
    group: z.string(),
    /** The proposal that was accepted by it. */
    proposal: z.string().nullable(),
  })
  .meta({ id: 'MapOperation' });
export type MapOperation = z.infer<typeof mapOperationSchema>;

/** GET /api/rrm/operations: what happened after `since`. */
export const operationsQuerySchema = z.object({
  id: mapIdSchema,
  since: z.coerce.number().int().min(0),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(cm.maxOperationsPerPage)
    .default(cm.maxOperationsPerPage),
});
export const operationListSchema = z.object({
  operations: z.array(mapOperationSchema),
  /** The last number of the map's log: there is more while the last operation has a smaller one. */
  seq: z.number().int(),
});
export type OperationList = z.infer<typeof operationListSchema>;

/** POST /api/rrm/operations, undo, redo, revert and accept: what was done, and who did it. */
export const appliedSchema = z
  .object({ seq: z.number().int(), group: z.string(), operations: z.array(mapOperationSchema) })
  .meta({ id: 'AppliedOperations' });
export type Applied = z.infer<typeof appliedSchema>;

const featureState = z.custom<FeatureState>();

/** A change that can't be applied to the feature as it is now. */
export const conflictingChangeSchema = z.object({
  feature_id: z.string(),
  /** The feature's current revision; 0 where there is no such feature. */
  revision: z.number().int(),
  conflicts: z.array(z.custom<Conflict>()),
  /** The three shapes: what the change started from, what is there now, what it would make. */
  states: z.object({
    base: featureState.nullable(),
    current: featureState.nullable(),
    incoming: featureState.nullable(),
  }),
  /** All that could be merged; the current state wherever something could not. */
  partial: featureState.nullable(),
});
export type ConflictingChange = z.infer<typeof conflictingChangeSchema>;

/** The body of a 409 with code `conflict`. Nothing was changed. */
export const conflictReplySchema = apiErrorSchema
  .extend({ conflicts: z.array(conflictingChangeSchema).optional() })
  .meta({ id: 'MapConflict' });
export type ConflictReply = z.infer<typeof conflictReplySchema>;
