import type { MultiPolygon, Polygon } from 'geojson';
import { z } from 'zod';
import { limits } from '../limits.ts';
import { boxSchema, numberSchema, pageQuerySchema } from '../numbers.ts';
import { confidences } from './confidence.ts';
import { changeKindSchema, isoDateSchema, severitySchema } from './runs.ts';

/** A patch of change, which is a group of connected changed pixels. */
export const patchSchema = z
  .object({
    /** The rank by area, from 1 for the largest. */
    id: z.number().int().positive(),
    /** The kind of change of most of its pixels. */
    kind: changeKindSchema,
    /** The severity of most of its pixels. Only the method `nbr` computes it. */
    severity: severitySchema.optional(),
    hectares: z.number(),
    bbox: boxSchema,
    /** Longitude and latitude of a point inside of the patch. */
    centroid: z.tuple([z.number(), z.number()]),
    /** Means over its pixels, −1 to 1. Missing where a band is, and in results of earlier versions. */
    ndvi_before: z.number().optional(),
    ndvi_after: z.number().optional(),
    nbr_before: z.number().optional(),
    nbr_after: z.number().optional(),
    ndmi_before: z.number().optional(),
    ndmi_after: z.number().optional(),
    confidence: z
      .number()
      .optional()
      .describe(
        'The estimated probability that it is real change, 0 to 1. Missing where the method tells none, and in results of earlier versions.',
      ),
    confidence_class: z
      .enum(confidences)
      .optional()
      .describe('The word for `confidence`: `high` from 0.95, `low` below 0.6.'),
    /** The first clear date on which it is seen changed; missing while that is not known. */
    first_seen: isoDateSchema.optional(),
    last_unchanged: isoDateSchema.optional(),
    /** Whether clear scenes after both dates show it changed, too, and the day of the last of them. */
    later_changed: z.boolean().optional(),
    later_seen: isoDateSchema.optional(),
  })
  .meta({ id: 'Patch' });
export type RunPatch = z.infer<typeof patchSchema>;

/** GET /api/changedetection/runs/{id}/patches, the largest first. */
export const patchQuerySchema = pageQuerySchema({
  usual: limits.habitatPatrol.patchesPerPage,
  most: limits.habitatPatrol.maxPatchesPerPage,
});

export const patchPageSchema = z
  .object({
    /** The number of patches that can be listed. If there are very many, only the largest can. */
    total: z.number().int(),
    patches: z.array(patchSchema),
  })
  .meta({ id: 'PatchPage' });
export type PatchPage = z.infer<typeof patchPageSchema>;

/** GET /api/changedetection/runs/{id}/patches/{number} */
export const patchDetailsSchema = z
  .object({
    patch: patchSchema,
    geometry: z.unknown().describe('Its outline: a GeoJSON Polygon or MultiPolygon.'),
    chip_bbox: boxSchema,
    /** Addresses of pictures of the patch and its surroundings, 320 × 320 pixels in Web Mercator. */
    chips: z.object({ before: z.string(), after: z.string() }),
  })
  .meta({ id: 'PatchDetails' });
export type PatchDetails = Omit<z.infer<typeof patchDetailsSchema>, 'geometry'> & {
  readonly geometry: Polygon | MultiPolygon;
};

/** POST /api/changedetection/runs/{id}/patches/to-map */
export const patchesToMapSchema = z.strictObject({
  mapID: z.number().int().positive().max(2_147_483_647),
  patches: z
    .array(z.number().int().positive().max(limits.habitatPatrol.maxListedPatches))
    .min(1)
    .max(limits.habitatPatrol.maxPatchesToMap)
    .describe('Numbers of the patches.'),
});

/** The ids of the features on a map of one's own, or of the one proposal. */
export const patchesOnMapSchema = z.union([
  z.object({ features: z.array(z.string()) }),
  z.object({ proposal: z.string() }),
]);
export type PatchesOnMap = z.infer<typeof patchesOnMapSchema>;

/** GET /api/changedetection/runs/{id}/patches/at finds the patch at a place. */
export const placeQuerySchema = z.object({
  longitude: numberSchema(-180, 180),
  latitude: numberSchema(-90, 90),
});

export const patchAtSchema = z
  .object({
    /** Null where nothing changed, and for a patch that is not among those listed. */
    patch: patchSchema.nullable(),
  })
  .meta({ id: 'PatchAt' });
export type PatchAt = z.infer<typeof patchAtSchema>;

/**
 * The downloads of a run: GET /api/changedetection/runs/{id}/downloads/{file}. The .tif files
 * answer range requests. change.tif.aux.xml holds the names of the classes for GDAL, and change.zip
 * contains both with a style for QGIS. Pictures are in Web Mercator (EPSG:3857), and the .pgw of
 * the same name is their world file.
 */
export const runDownloads = [
  'before.tif',
  'after.tif',
  'change.tif',
  'change.tif.aux.xml',
  'change.zip',
  'before.png',
  'after.png',
  'change.png',
  'before.pgw',
  'after.pgw',
  'change.pgw',
  'patches.geojson',
  'patches.kml',
  'patches.zip',
  'patches.csv',
] as const;
export type RunDownload = (typeof runDownloads)[number];
