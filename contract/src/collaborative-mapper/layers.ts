import { z } from 'zod';
import { limits } from '../limits.ts';
import { lineSchema } from '../plain-text.ts';
import { skippedPartSchema } from '../vector-import.ts';
import { mapFeatureSchema } from './features.ts';
import { layerStyleSchema } from './layer-style.ts';
import { accountIdSchema, mapIdSchema, uuidSchema } from './maps.ts';
import { layerFieldSchema } from './operations.ts';
import { rasterLayerSchema } from './rasters.ts';

const { collaborativeMapper: cm } = limits;

/**
 * A vector layer of a map. It was made by name, by an upload, by a species' range, or with the map: each
 * map has a default layer from the beginning. GET /api/rrm/vector_layers lists those of a map in their order.
 */
export const vectorLayerSchema = z
  .object({
    id: z.string(),
    /** The layer's name, unique within the map. */
    dataset: z.string(),
    is_hidden: z.boolean(),
    /** The place in the drawing order. The smallest number is at the bottom. */
    position: z.number(),
    style: layerStyleSchema,
    /**
     * The fields of the layer, in the order of its table and of the form of a feature. Features may
     * have attributes that are no field.
     */
    fields: z.array(layerFieldSchema),
    is_default: z
      .boolean()
      .describe('True for the layer of new features for which no layer is named.'),
    feature_count: z.number().int(),
    /** West, south, east, north; null for an empty layer. */
    box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
    date_created: z.string(),
    /** Sentences about what was assumed, converted or left out. */
    notes: z.array(z.string()),
    /** True when the shapes are not exact boundaries, such as the counties of a species' range. */
    is_approximate: z.boolean(),
  })
  .meta({ id: 'VectorLayer' });
export type VectorLayer = z.infer<typeof vectorLayerSchema>;

const datasetSchema = lineSchema(cm.datasetMaxLength).min(1);

const fieldsSchema = z
  .array(layerFieldSchema)
  .max(cm.maxAttributes)
  .refine(
    (fields) => new Set(fields.map(({ key }) => key)).size === fields.length,
    'Two fields have the same key.',
  );
const positionSchema = z.number().min(-1_000_000).max(1_000_000);

/**
 * POST /api/rrm/vector_layers, for the owner: makes an empty layer. The reply is the layer. Without fields
 * it has one, a text called "name".
 */
export const layerCreationSchema = z.object({
  mapID: mapIdSchema,
  name: datasetSchema,
  fields: fieldsSchema.optional(),
  style: layerStyleSchema.optional(),
  order: positionSchema.optional().describe('Its position. Default: above all other layers.'),
});
export type LayerCreation = z.input<typeof layerCreationSchema>;

/**
 * PUT /api/rrm/layers, for the owner: renames a vector layer. `id` is the map's, `userID` the caller's
 * own. The reply is the layer.
 */
export const layerRenamingSchema = z.object({
  old_dataset: z.string().min(1).max(cm.datasetMaxLength),
  new_dataset: datasetSchema,
  id: mapIdSchema,
  userID: accountIdSchema.optional().describe("The caller's own id."),
});

/** PUT /api/rrm/vector_layers, for the owner, changes a layer's properties. The reply is the layer. */
export const layerChangeSchema = z.object({
  id: uuidSchema,
  dataset: datasetSchema.optional(),
  is_hidden: z.boolean().optional(),
  position: positionSchema.optional(),
  style: layerStyleSchema.optional(),
  fields: fieldsSchema.optional(),
});
export type LayerChange = z.input<typeof layerChangeSchema>;

/**
 * POST /api/rrm/upload, for editors too, as a form with the map's `id` and the field `file`. A
 * vector file becomes a vector layer, and a TIFF a raster layer. Each upload is one change that can
 * be reverted.
 */
export const uploadReplySchema = z.union([
  z.object({ map_layer: rasterLayerSchema }),
  z
    .object({
      /** The features of the new layer, up to a limit. */
      feature_list: z.array(mapFeatureSchema),
      layer: vectorLayerSchema,
      skipped: z.array(skippedPartSchema),
      notes: z.array(z.string()),
      seq: z.number().int(),
    })
    .meta({ id: 'ImportedLayer' }),
]);
export type UploadReply = z.infer<typeof uploadReplySchema>;

/** GET /api/rrm/species_range. The shapes are those of GET /api/changedetection/aoi. */
export const speciesRangeQuerySchema = z.object({
  species: z.string().trim().min(1).max(cm.speciesMaxLength),
});

/** POST /api/rrm/species_range makes the range a layer, and stores the species' facts. */
export const speciesRangeImportSchema = z.object({
  mapID: mapIdSchema,
  species: z.string().trim().max(cm.speciesMaxLength).describe('A common or scientific name.'),
});

/** GET /api/rrm/gbif finds the species that a name may mean, the likeliest first. */
export const occurrenceSearchQuerySchema = z.object({
  q: z.string().trim().max(cm.speciesMaxLength).default(''),
});
export const occurrenceSearchSchema = z
  .object({
    results: z
      .array(
        z.object({
          key: z.number().int().describe("The taxon's key at GBIF."),
          scientificName: z.string(),
          vernacularName: z.string().nullable(),
        }),
      )
      .min(1),
    /** `embedded` are facts of this server, used when GBIF can't be reached. */
    source: z.enum(['gbif', 'embedded']),
    /** The credit that is shown beside the map. */
    attribution: z.string(),
  })
  .meta({ id: 'OccurrenceSearch' });
export type OccurrenceSearch = z.infer<typeof occurrenceSearchSchema>;

/**
 * GET /api/rrm/export downloads the map, or one of its layers, as a file. In `csv` an apostrophe stands
 * before texts that a spreadsheet would compute as formulas; `csv-exact` has all texts as they are.
 */
export const exportFormats = ['geojson', 'kml', 'shapefile', 'csv', 'csv-exact'] as const;
export type ExportFormat = (typeof exportFormats)[number];
export const exportQuerySchema = z.object({
  id: mapIdSchema,
  format: z.enum(exportFormats),
  layer_id: uuidSchema.optional(),
});
