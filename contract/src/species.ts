import { z } from 'zod';
import { apiErrorSchema } from './errors.ts';
import { wholeNumberSchema } from './numbers.ts';
import {
  criticalHabitatStatuses,
  speciesAreaTypes,
  speciesListingDate,
  speciesStatuses,
} from './species-kinds.ts';

export const speciesIdSchema = wholeNumberSchema(1, 1_000_000);

/** One species that is listed under the Endangered Species Act. */
const speciesSchema = z
  .object({
    /** The species' number in ECOS, the federal species catalogue. */
    speciesID: z.number().int(),
    /** Not unique: two species are called "[no common name] Beetle". */
    common_name: z.string(),
    /** Unique, and spelled as in ECOS: "Puma (=Felis) concolor coryi". */
    scientific_name: z.string(),
    group: z.string().describe('Such as Birds, Fishes, Flowering Plants.'),
    status: z
      .enum(speciesStatuses)
      .describe(`As of ${speciesListingDate}; both where its populations are listed differently.`),
    critical_habitat: z
      .enum(criticalHabitatStatuses)
      .nullable()
      .describe(
        `Where the designation of critical habitat stood on ${speciesListingDate}; null: nowhere.`,
      ),
    /** The taxon's key at GBIF; null when it is not known. */
    gbif_key: z.number().int().nullable(),
    /** The searches that offer the species. */
    searches: z.array(z.enum(speciesAreaTypes)),
  })
  .meta({ id: 'Species' });
export type Species = z.infer<typeof speciesSchema>;

/** PUT /api/changedetection/aoi and GET /api/species: by common name, then by scientific name. */
export const speciesListSchema = z.array(speciesSchema);

/** GET /api/changedetection/aoi */
export const speciesAreaQuerySchema = z.object({
  species: z
    .string()
    .max(200)
    .default('')
    .describe('A common or scientific name, in capitals or not.'),
  type: z.enum(speciesAreaTypes),
});

const positionSchema = z.tuple([z.number(), z.number()]);
const polygonSchema = z.object({
  type: z.literal('Polygon'),
  coordinates: z.array(z.array(positionSchema)),
});
const multiPolygonSchema = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(z.array(positionSchema))),
});

/** The reply to `type=species_range`. Longitude and latitude (WGS 84), 5 decimals. */
export const speciesRangeSchema = z
  .object({
    /** One list with a polygon for each separate part of the range. */
    geometries: z.array(z.array(polygonSchema)),
    speciesID: z.number().int(),
    common_name: z.string(),
    scientific_name: z.string(),
    /** The range is known by county only. */
    approximate: z.literal(true),
    /** A sentence that describes the shapes, to be shown beside them. */
    note: z.string(),
    /** The source of the facts and of the boundaries. */
    source: z.string(),
    county_count: z.number().int(),
  })
  .meta({ id: 'SpeciesRange' });
export type SpeciesRange = z.infer<typeof speciesRangeSchema>;

const habitatMembers = {
  /** The unit's name in the designation, or null. */
  unit_name: z.string().nullable(),
  /** The source of the critical habitat, in words for a person. */
  source: z.string(),
  /** True when the administrator who imported the shape stated that it is not the boundary as designated. */
  approximate: z.boolean(),
  /** How far the outline may be off because the shape was simplified. */
  tolerance_meters: z.number(),
};

/** One unit of critical habitat: a GeoJSON geometry with what is known of it beside. */
const habitatShapeSchema = z.discriminatedUnion('type', [
  polygonSchema.extend(habitatMembers),
  multiPolygonSchema.extend(habitatMembers),
]);
export type HabitatShape = z.infer<typeof habitatShapeSchema>;

/** The reply to `type=critical_habitat`. It is never empty. */
export const criticalHabitatSchema = z.array(habitatShapeSchema).meta({ id: 'CriticalHabitat' });

/** The reply when several species have this common name. One is chosen by its scientific name. */
export const speciesAmbiguousSchema = apiErrorSchema
  .extend({ choices: speciesListSchema })
  .meta({ id: 'SpeciesAmbiguous' });

/** `error` is the specification's sentence. `reason`, if present, says what happened. */
export const speciesFailureSchema = apiErrorSchema
  .extend({ reason: z.string().optional() })
  .meta({ id: 'SpeciesFailure' });
export type SpeciesFailure = z.infer<typeof speciesFailureSchema>;

/** The columns of a species' record, in the order of the federal catalogue's export. */
export const speciesRecordColumns = [
  'common_name',
  'scientific_name',
  'status',
  'description',
  'listing_date',
  'id',
  'species_id',
  'range_envelope',
  'range_shapefile',
  'image_url',
] as const;

const textCell = z.string().nullable();

/**
 * GET /api/species/{speciesID} returns the species' facts in the shape of the federal catalogue's
 * export, which has rows of cells. There is always one row.
 */
export const speciesRecordSchema = z
  .object({
    meta: z.object({
      columns: z.array(z.string()),
      /** `ecos` is the catalogue's own reply, `embedded` what this server knows without it. */
      source: z.enum(['ecos', 'embedded']),
      /** The date of the catalogue's reply, or of the embedded facts: YYYY-MM-DD. */
      as_of: z.string(),
    }),
    data: z.array(
      z.tuple([
        z.string().describe('Common name'),
        z.string().describe('Scientific name'),
        textCell.describe('Status'),
        textCell.describe('Which populations are listed'),
        textCell.describe('Date of listing'),
        z.number().int().nullable().describe("The listing's number"),
        z.number().int().describe('ECOS id of the species'),
        z.null().describe('Not passed on'),
        z.null().describe('Not passed on'),
        textCell.describe('Address of its picture on this server, or null'),
      ]),
    ),
  })
  .meta({ id: 'SpeciesRecord' });
export type SpeciesRecord = z.infer<typeof speciesRecordSchema>;
