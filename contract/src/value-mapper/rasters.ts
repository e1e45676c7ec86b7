import { z } from 'zod';
import { boxSchema, numberSchema, wholeNumberSchema } from '../numbers.ts';
import { backgroundColors, rasterKinds } from './calls.ts';
import { rowIdSchema } from './projects.ts';

export { type RasterKind, rasterKinds } from './calls.ts';

/** The steps of processing an uploaded raster in their order: the values of `type` in the PUT call. */
export const rasterSteps = ['metadata', 'crs', 'geospatial', 'img'] as const;
export type RasterStep = (typeof rasterSteps)[number];

/** The same of building a valued raster. */
export const valuedRasterSteps = ['genValRst', 'genValImg'] as const;
export type ValuedRasterStep = (typeof valuedRasterSteps)[number];

/** The state of work in several steps. */
export const processingSchema = <Steps extends readonly [string, ...string[]]>(steps: Steps) =>
  z.object({
    state: z.enum(['waiting', 'running', 'failed', 'done']),
    /** The step that waits, is under way or has failed. It is the last one when all are done. */
    step: z.enum(steps),
    /** The progress of the step, 0 to 1. */
    share: z.number().min(0).max(1),
    /** The sentence for a person whose step failed. For `metadata` it is the specification's. */
    error: z.string().nullable(),
    /** A sentence about what is wrong with this file. */
    reason: z.string().nullable(),
    /** A stable word for that reason, such as `crs_missing`. */
    code: z.string().nullable(),
  });
const rasterProcessingSchema = processingSchema(rasterSteps).meta({
  id: 'RasterProcessing',
});
export type RasterProcessing = z.infer<typeof rasterProcessingSchema>;
export const valuedRasterProcessingSchema = processingSchema(valuedRasterSteps).meta({
  id: 'ValuedRasterProcessing',
});
export type ValuedRasterProcessing = z.infer<typeof valuedRasterProcessingSchema>;

const rasterClassSchema = z.object({
  code: z.number(),
  /** The class's colour in the file's colour map as `#rrggbb`; null without a colour map. */
  color: z.string().nullable(),
  /** Pixels of the chosen band. */
  count: z.number().nullable(),
});
export type RasterClass = z.infer<typeof rasterClassSchema>;

/** XYZ templates of a raster's tiles, with the version of what they show. Requests need the token. */
export const tileTemplatesSchema = z.object({
  /** PNG tiles of 256 pixels. */
  value: z.string(),
  min_zoom: z.number().int(),
  /** In the count of 256-pixel tiles. At deeper zooms the same pixels would only be enlarged. */
  max_zoom: z.number().int(),
});

const dataTemplateSchema = z
  .string()
  .describe('512-pixel tiles of numbers, application/octet-stream.');

/** A coarse picture of a raster, which exists until the whole raster has been read. */
const coarseRasterSchema = z
  .object({
    /** With scale and offset applied; null if all pixels of the picture are no data. */
    min_val: z.number().nullable(),
    max_val: z.number().nullable(),
    classes: z.array(rasterClassSchema),
    tiles: tileTemplatesSchema.omit({ value: true }).extend({ data: dataTemplateSchema }),
  })
  .meta({ id: 'CoarseRaster' });
export type CoarseRaster = z.infer<typeof coarseRasterSchema>;

/** How much ground has which value, on the ellipsoid. */
export const valueAreasSchema = z
  .object({
    first_hundredth: z.number().int().describe('The lower end of the first step, in hundredths.'),
    hectares: z
      .array(z.number())
      .describe(
        'The hectares whose value lies in each step of a hundredth; the upper end belongs to the next step.',
      ),
  })
  .meta({ id: 'ValueAreas' });
export type ValueAreas = z.infer<typeof valueAreasSchema>;

const resolutionSchema = z.tuple([z.number(), z.number()]).describe('Width and height of a pixel.');

/** A raster. The fields from `bounding_box` on are null until their step is done. */
export const rasterSchema = z
  .object({
    id: z.number().int(),
    data_layer: z.number().int(),
    data_file: z.string().describe('Path of the uploaded file.'),
    data_file_name: z.string(),
    data_file_size: z.number().describe('Bytes.'),
    is_validated: z.boolean().describe('Whether the file has what a raster needs.'),
    processing: rasterProcessingSchema,
    driver: z.string().nullable(),
    data_type: z.string().nullable().describe('Such as Float32.'),
    num_of_bands: z.number().int().nullable(),
    height: z.number().int().nullable(),
    width: z.number().int().nullable(),
    pixel_count: z.number().nullable(),
    no_data_val: z.union([z.number(), z.literal('nan')]).nullable(),
    dataset_min_val: z.number().nullable().describe('With scale and offset, of the chosen band.'),
    dataset_max_val: z.number().nullable(),
    original_data_crs: z.string().nullable().describe('As the file says it.'),
    data_crs: z.string().nullable().describe('As it is used.'),
    geospatial_crs: z.string().nullable().describe('Of bounding_box and center_coords: EPSG:4326.'),
    bounds: boxSchema.nullable().describe('Left, bottom, right and top in units of data_crs.'),
    bounding_box: boxSchema
      .nullable()
      .describe(
        'West, south, east and north in degrees; east is over 180 beyond the antimeridian.',
      ),
    center_coords: z
      .tuple([z.number(), z.number()])
      .nullable()
      .describe('Latitude and longitude in degrees.'),
    pixel_resolution_epsg_3857: resolutionSchema.nullable().describe('In meters.'),
    pixel_resolution_epsg_4326: resolutionSchema.nullable().describe('In degrees.'),
    img_file: z.string().nullable().describe('Path of a PNG picture in EPSG:3857.'),
    img_file_name: z.string().nullable(),
    img_file_size: z.number().nullable().describe('Bytes.'),
    is_img_loaded: z.boolean().describe('Whether img_file is there to be loaded.'),
    /** The fields below go beyond the specification. */
    band: z.number().int().describe('The chosen band, from 1.'),
    kind: z.enum(rasterKinds),
    /** The classes of a categorical band; empty for other bands. */
    classes: z.array(rasterClassSchema),
    mean: z.number().nullable(),
    standard_deviation: z.number().nullable(),
    /** Sentences about what was assumed or left out while reading, such as infinite values. */
    notes: z.array(z.string()),
    /** The corners of the footprint as [longitude, latitude], clockwise from the first pixel. */
    footprint: z.array(z.tuple([z.number(), z.number()])).nullable(),
    tiles: tileTemplatesSchema.extend({ data: dataTemplateSchema }).nullable(),
    coarse: coarseRasterSchema
      .nullable()
      .describe('Of a large raster while the step img is under way; null before and afterwards.'),
  })
  .meta({ id: 'ValueRaster' });
export type ValueRaster = z.infer<typeof rasterSchema>;

/** GET /orig_rst_datasets_ctrl */
export const rastersQuerySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all'), projectID: rowIdSchema }),
  z.object({ type: z.literal('byID'), rasterID: rowIdSchema }),
]);

/** POST /orig_rst_datasets_ctrl is a multipart form with `file`. It returns the raster's id as a bare number. */
export const rasterUploadQuerySchema = z.object({ dataLayerID: rowIdSchema });

/**
 * PUT /orig_rst_datasets_ctrl returns the raster when the step is done. Steps follow one another by
 * themselves. A call joins a step that waits or is under way, and repeats a step that failed.
 * Beyond the specification, `metadata` accepts another band or another kind of reading, and `crs`
 * accepts an EPSG code, or one of Esri's, for a file without a coordinate reference system.
 */
export const rasterStepQuerySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('metadata'),
    rasterID: rowIdSchema,
    band: wholeNumberSchema(1, 65_535).optional(),
    kind: z.enum(rasterKinds).optional(),
  }),
  z.object({
    type: z.literal('crs'),
    rasterID: rowIdSchema,
    epsg: wholeNumberSchema(1_024, 999_999).optional(),
  }),
  z.object({ type: z.literal('geospatial'), rasterID: rowIdSchema }),
  z.object({ type: z.literal('img'), rasterID: rowIdSchema }),
]);

/** The last three need a valued raster. */
export const rasterFiles = [
  'original',
  'cog',
  'picture',
  'world-file',
  'valued-cog',
  'valued-picture',
  'valued-world-file',
] as const;
export type RasterFile = (typeof rasterFiles)[number];

/** GET /rasters/{rasterID}/files/{file} needs the token or a ticket. */
export const rasterFileParamsSchema = z.object({
  rasterID: rowIdSchema,
  file: z.enum(rasterFiles),
});
export const rasterFileQuerySchema = z.object({ ticket: z.string().max(200).optional() });
/** POST /rasters/{rasterID}/files/{file}/ticket: an address from which a browser can download the file by itself. */
export const downloadAddressSchema = z.object({
  address: z.string().describe('Works without the token, for a minute.'),
  file_name: z.string(),
});
export const rasterParamsSchema = z.object({ rasterID: rowIdSchema });

/** GET /rasters/{rasterID}/histogram: how often the values of the chosen band occur. */
export const rasterHistogramSchema = z
  .object({
    min: z.number(),
    max: z.number(),
    /** The number of pixels in each of many equal steps from min to max. */
    counts: z.array(z.number()),
  })
  .meta({ id: 'RasterHistogram' });
export type RasterHistogram = z.infer<typeof rasterHistogramSchema>;

/** GET /rasters/{rasterID}/value?longitude&latitude: the values that a click on the map shows. */
export const pointQuerySchema = z.object({
  longitude: numberSchema(-540, 540),
  latitude: numberSchema(-90, 90),
});
export const pointValueSchema = z
  .object({
    is_inside: z.boolean(),
    /** With scale and offset applied; null outside of the grid and where there is no data. */
    original: z.number().nullable(),
    /** The value in the stored valued raster; null without one. */
    valued: z.number().nullable(),
  })
  .meta({ id: 'PointValue' });
export type PointValue = z.infer<typeof pointValueSchema>;

/**
 * The query of /tiles/value/original/{rasterID}/…, /tiles/value/valued/{valRstDatasetID}/… and
 * /tiles/value/data/{rasterID}/….
 */
export const valueTileQuerySchema = z.object({
  /** Of the footprint where it has no data. Default: the layer's own colour. */
  background: z.enum([...backgroundColors, 'none']).optional(),
  /** By its version browsers tell tiles apart. The server ignores it. */
  v: z.string().max(64).optional(),
});
