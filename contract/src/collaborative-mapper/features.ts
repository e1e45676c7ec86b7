import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { sortOrders } from './calls.ts';
import { commentSchema } from './comments.ts';
import { filterOperators, parseFilter } from './feature-filter.ts';
import { mapIdSchema, parseJsonText, uuidSchema } from './maps.ts';

const { collaborativeMapper: cm } = limits;

const notNested =
  'The coordinates are not nested as those of this kind of geometry: a position is a list of longitude and latitude.';

/**
 * Longitude and latitude (WGS 84). A third number, such as a height, is dropped. Numbers that are
 * not finite or out of range are refused.
 */
const positionSchema = z
  .array(z.number(notNested), notNested)
  .min(2, 'A position needs a longitude and a latitude.')
  .max(4)
  .transform(([longitude = 0, latitude = 0]) => [longitude, latitude])
  .refine(
    ([longitude = 0, latitude = 0]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
    'A position is longitude (-180 to 180) and latitude (-90 to 90).',
  );
const lineSchema = z.array(positionSchema, notNested);
const polygonSchema = z.array(lineSchema, notNested);

/** The GeoJSON geometry of a feature. A geometry without coordinates is treated as null. */
export const geometrySchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: positionSchema }),
    z.object({ type: z.literal('MultiPoint'), coordinates: lineSchema }),
    z.object({ type: z.literal('LineString'), coordinates: lineSchema }),
    z.object({ type: z.literal('MultiLineString'), coordinates: polygonSchema }),
    z.object({ type: z.literal('Polygon'), coordinates: polygonSchema }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygonSchema, notNested) }),
  ])
  .meta({ id: 'MapGeometry' });

/** The number of the operation after which a feature had a state. */
export const revisionSchema = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER);

/** PostgreSQL can store neither the zero character nor a lone surrogate. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
const notAFilter =
  'A filter is a JSON list of conditions such as ["LAYER", "depth", "between", "2", "5"]: layer, attribute, operator and values.';
const notStorable = 'This contains a character that can not be kept.';

export const attributeNameSchema = z
  .string()
  .min(1)
  .max(cm.attributeNameMaxLength)
  .refine(isStorable, notStorable);
/**
 * The length of a text is not limited here, because a feature may keep a long text that was
 * imported. The server compares it with the feature before the change.
 */
export const attributeValueSchema = z.union(
  [z.string().refine(isStorable, notStorable), z.number(), z.boolean(), z.null()],
  'An attribute is a text, a number, true, false or nothing.',
);
const propertiesSchema = z.record(attributeNameSchema, attributeValueSchema);

/** JavaScript's objects can't hold this attribute. It would be accepted and then lost. */
export const lostName = '__proto__';
export const lostNameSentence = `An attribute can not be called ${lostName}.`;

/** The state of a feature at one revision. */
export const featureStateSchema = z
  .object({
    geometry: geometrySchema.nullable(),
    properties: propertiesSchema,
    layerId: uuidSchema
      .optional()
      .describe('The layer. Left out for a new feature, it is the default layer of the map.'),
  })
  .meta({ id: 'MapFeatureState' });

const parseFeature = (value: unknown, context: z.RefinementCtx) => {
  const feature = parseJsonText(value) as { properties?: object | null } | null | undefined;
  // Bodies of requests are searched for this name before they get here, but not the texts in them.
  if (Object.hasOwn(feature?.properties ?? {}, lostName)) {
    context.addIssue({ code: 'custom', message: lostNameSentence });
  }
  return feature;
};

/** A GeoJSON feature, as an object or as JSON text. The browser may choose its id. */
export const featureInputSchema = z.preprocess(
  parseFeature,
  z.object(
    {
      type: z.literal('Feature').optional(),
      id: uuidSchema.optional(),
      geometry: geometrySchema.nullable(),
      properties: propertiesSchema.nullish().describe('Left out, they stay as they are.'),
    },
    {
      error: ({ code, input }) =>
        code === 'invalid_type' && input !== undefined
          ? 'This must be a GeoJSON feature: {"type": "Feature", "geometry": …, "properties": …}.'
          : undefined,
    },
  ),
);

const repliedPropertiesSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);

/** A feature in the replies of the calls. */
export const mapFeatureSchema = z
  .object({
    id: z.string(),
    layer: z.string().describe('The geometry, GeoJSON as JSON text.'),
    dataset: z.string().describe('The name of its vector layer.'),
    layer_id: z.string(),
    properties: repliedPropertiesSchema,
    /** The number of the operation that changed the feature last: an edit names it as its base. */
    revision: z.number().int(),
    comments: z.array(commentSchema),
    /** True when an open proposal would delete the feature. */
    propose_delete: z.boolean(),
    /** True when the feature has comments and the owner dismissed all of them. */
    resolved: z.boolean(),
  })
  .meta({ id: 'MapFeature' });
export type MapFeature = z.infer<typeof mapFeatureSchema>;

/** A map's filter, in the calls that list and draw features. */
export const filterSchema = z
  .string()
  .transform((text, context) => {
    const filter = parseFilter(text);
    if (filter) return filter;
    context.addIssue({ code: 'custom', message: notAFilter });
    return z.NEVER;
  })
  .describe(
    `Only features that meet all conditions of their layer. A JSON list of conditions, each a list: the layer's id, an attribute (null: any), an operator (${filterOperators.join(', ')}), and the values as texts.`,
  );

const isBox = (numbers: string[]) =>
  numbers.length === 4 && numbers.every((each) => each !== '' && Number.isFinite(Number(each)));

/**
 * GET /api/rrm/features lists a map's features by layer, in the order in which they were added, or
 * returns one of them. A map with more than `limits.collaborativeMapper.maxListedFeatures` features
 * is drawn from its vector tiles instead, and the table of a layer loads its features page by page.
 */
export const featuresQuerySchema = z.object({
  id: mapIdSchema,
  feature: uuidSchema.optional().describe('This one alone.'),
  layer_id: uuidSchema.optional(),
  /** West, south, east, north. Only features whose own box touches this one are listed. */
  box: z
    .string()
    .refine(
      (text) => /^[-\d.,]+$/.test(text) && isBox(text.split(',')),
      'This must be west, south, east and north in degrees, with commas between.',
    )
    .optional(),
  filter: filterSchema.optional(),
  sort: attributeNameSchema
    .optional()
    .describe('In the order of this attribute: numbers before texts, those without it last.'),
  order: z.enum(sortOrders).default('ascending'),
  limit: wholeNumberSchema(1, cm.maxListedFeatures).default(cm.maxListedFeatures),
  offset: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER).default(0),
});
export const featureListSchema = z
  .object({
    /** The number of the map's last operation that the list includes. */
    seq: z.number().int(),
    /** The number of matching features on all pages. */
    total: z.number().int(),
    features: z.array(mapFeatureSchema),
  })
  .meta({ id: 'MapFeatureList' });
export type MapFeatureList = z.infer<typeof featureListSchema>;

/** The layer of a new feature. */
export const newFeatureLayerSchema = uuidSchema
  .optional()
  .describe('The id of a vector layer of the map. Default: the default layer of the map.');

const clientOperationIdSchema = uuidSchema
  .optional()
  .describe('Repeated, the call gets its first answer; with other content, 409.');

/** POST /api/rrm/features, for the owner. The reply is the feature. */
export const featureCreationSchema = z.object({
  mapID: mapIdSchema,
  feature: featureInputSchema,
  layerID: newFeatureLayerSchema,
  client_operation_id: clientOperationIdSchema,
});

/**
 * PUT /api/rrm/features, for the owner, with the feature's new state. The reply is the feature, or
 * null when it lost all its coordinates and was deleted.
 */
export const featureChangeSchema = z.object({
  DBID: uuidSchema,
  feature: featureInputSchema,
  latestVersion: revisionSchema
    .optional()
    .describe('The revision that was edited; the current one when left out.'),
  client_operation_id: clientOperationIdSchema,
});

/** DELETE /api/rrm/features, for the owner, deletes one feature or a whole vector layer. */
export const featureDeletionQuerySchema = z.union([
  z.object({ id: uuidSchema, client_operation_id: clientOperationIdSchema }),
  z.object({ dataset: z.string().min(1), mapID: mapIdSchema }),
]);
export const featuresDeletedSchema = z.union([
  z.object({ id: z.string() }),
  z.object({ deleted: z.number().int() }),
]);

/** The levels of lists and objects in GeoJSON, with plenty to spare for nested attributes. */
const deepestNesting = 100;

/** Whether a value has more levels of lists and objects. Writing very many exhausts the stack. */
function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isNestedDeeper(each, levels - 1));
}

/** POST /api/rrm/standardize */
export const standardizeQuerySchema = z.object({ id: mapIdSchema.optional() });
export const standardizeSchema = z.object({
  id: mapIdSchema.optional(),
  feats: z.preprocess(
    parseJsonText,
    z
      .union([z.array(z.unknown()).max(cm.maxStandardized), z.looseObject({ type: z.string() })])
      .refine((feats) => !isNestedDeeper(feats, deepestNesting), 'This is nested too deeply.'),
  ),
});
export const standardizedSchema = z.object({
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      geometry: z.custom<FlatGeometry>().describe('A single point, line or polygon.'),
      properties: repliedPropertiesSchema,
    }),
  ),
  /** Sentences about what was changed or left out. */
  notes: z.array(z.string()),
});
