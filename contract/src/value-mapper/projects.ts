import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { wholeNumberSchema } from '../numbers.ts';
import { lineSchema, textSchema } from '../plain-text.ts';
import { backgroundColors } from './calls.ts';

export { keyValUpdateArray, valueMapperBase } from './calls.ts';

const { valueMapper } = limits;

/** The base maps of a project, spelled as in the specification. */
const valueMapperBaseLayers = ['Outdoors', 'Satellite', 'Light', 'Dark'] as const;
export type ValueMapperBaseLayer = (typeof valueMapperBaseLayers)[number];

/** The id of a row in a query: a whole number within the range of the database. */
export const rowIdSchema = wholeNumberSchema(1, 2_147_483_647);

/** JSON text in a query, whose value is checked by the given schema. */
export const jsonTextSchema = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('This is no JSON.');
        return z.NEVER;
      }
    })
    .pipe(schema);

/**
 * `keyValUpdateArray`, which is JSON text such as `[{"key":"title","val":"Sonoran corridor"}]`.
 * @param attributes the attributes that may be changed; other keys, repeated keys and an empty list
 * are refused
 * @returns an object of the changed attributes
 */
function keyValuesSchema<Shape extends z.ZodRawShape>(attributes: Shape) {
  const changes = z.strictObject(attributes).partial();
  return jsonTextSchema(
    z
      .array(z.strictObject({ key: z.string(), val: z.unknown() }))
      .min(1)
      .max(20)
      .refine(
        (pairs) => new Set(pairs.map(({ key }) => key)).size === pairs.length,
        'A key is given more than once.',
      )
      .transform((pairs): unknown => Object.fromEntries(pairs.map(({ key, val }) => [key, val])))
      .pipe(changes),
  ).describe('JSON: [{"key": …, "val": …}, …]');
}

const titleSchema = lineSchema(valueMapper.titleMaxLength).min(1, messages.required);
const labelSchema = lineSchema(valueMapper.labelMaxLength).min(1, messages.required);

export const valueProjectSchema = z
  .object({
    id: z.number().int(),
    title: z.string(),
    summary: z.string(),
    /** ISO 8601, UTC. */
    date_created: z.string(),
  })
  .meta({ id: 'ValueProject' });
export type ValueProject = z.infer<typeof valueProjectSchema>;

/** POST /sample_project */
export const sampleProjectSchema = z
  .object({
    project_id: z.number().int(),
    is_new: z.boolean().describe('False where the account had a sample project already.'),
    layer_count: z.number().int().describe('How many layers a new one gets.'),
  })
  .meta({ id: 'SampleProject' });
export type SampleProject = z.infer<typeof sampleProjectSchema>;

/** GET /projects_ctrl returns all projects of one's own account, or one project. */
export const projectsQuerySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all'), accountID: rowIdSchema }),
  z.object({ type: z.literal('byID'), projectID: rowIdSchema }),
]);
/** POST /projects_ctrl returns the new project's id as a bare number. */
export const newProjectQuerySchema = z.object({ accountID: rowIdSchema });
export const projectIdSchema = z.object({ projectID: rowIdSchema });
/** PUT /projects_ctrl */
export const projectChangesQuerySchema = z.object({
  projectID: rowIdSchema,
  keyValUpdateArray: keyValuesSchema({
    title: titleSchema,
    summary: textSchema(valueMapper.summaryMaxLength),
  }),
});

/** JSON text of [latitude, longitude] in degrees. */
const centerTextSchema = z
  .string()
  .max(100)
  .refine(
    (text) =>
      jsonTextSchema(
        z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]),
      ).safeParse(text).success,
    'This must be the JSON text of [latitude, longitude].',
  );

export const valueMapSchema = z
  .object({
    id: z.number().int(),
    base_layer: z.enum(valueMapperBaseLayers),
    last_center_coords: z.string(),
    /** The zoom in Leaflet's count (256-pixel tiles), which is one more than MapLibre's. */
    last_zoom: z.number(),
  })
  .meta({ id: 'ValueMap' });
export type ValueMap = z.infer<typeof valueMapSchema>;

/** PUT /maps_ctrl. GET and POST take `projectIdSchema`. */
export const mapChangesQuerySchema = z.object({
  mapID: rowIdSchema,
  keyValUpdateArray: keyValuesSchema({
    base_layer: z.enum(valueMapperBaseLayers),
    last_center_coords: centerTextSchema,
    last_zoom: z.number().min(0).max(26),
  }),
});

export const dataLayerSchema = z
  .object({
    id: z.number().int(),
    project: z.number().int(),
    label: z.string(),
    unit: z
      .string()
      .describe("The unit of the layer's numbers, first that of the file; may be empty."),
    is_visible: z.boolean(),
    img_background_color: z.enum(backgroundColors),
    /** 0 to 1. */
    opacity: z.number(),
    /** It is drawn over layers with a smaller position. */
    position: z.number().int(),
  })
  .meta({ id: 'DataLayer' });
export type DataLayer = z.infer<typeof dataLayerSchema>;

/** GET /data_layers_ctrl returns the layers of a project by their position, or one layer. */
export const dataLayersQuerySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all'), projectID: rowIdSchema }),
  z.object({ type: z.literal('byID'), dataLayerID: rowIdSchema }),
]);
export const dataLayerQuerySchema = z.object({ dataLayerID: rowIdSchema });

/**
 * PUT /data_layers_ctrl. `attrs` and `color` are those of the specification; `color` returns the
 * new colour as a bare text. `display` changes how the layer is shown on the map.
 */
export const dataLayerChangesQuerySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('attrs'),
    dataLayerID: rowIdSchema,
    keyValUpdateArray: keyValuesSchema({
      label: labelSchema,
      is_visible: z.boolean(),
      unit: lineSchema(valueMapper.unitMaxLength),
    }),
  }),
  z.object({ type: z.literal('color'), dataLayerID: rowIdSchema }),
  z.object({
    type: z.literal('display'),
    dataLayerID: rowIdSchema,
    keyValUpdateArray: keyValuesSchema({
      opacity: z.number().min(0).max(1),
      /** The layer's new place among its project's layers, from 0. The other layers move. */
      position: z
        .number()
        .int()
        .min(0)
        .max(valueMapper.maxDataLayers - 1),
    }),
  }),
]);

/** The reply to deleting anything: its id. */
export const deletedRowSchema = z.object({ id: z.number().int() });
