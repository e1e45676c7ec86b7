import { z } from 'zod';
import { limits } from '../limits.ts';
import { numberSchema, wholeNumberSchema } from '../numbers.ts';
import { changeKindSchema, severitySchema } from './runs.ts';

/** A patch of change, which is a group of connected changed pixels. */
export const patchSchema = z
  .object({
    /** The rank by area. 1 is the largest. */
    id: z.number().int().positive(),
    /** The kind of change of most of its pixels. */
    kind: changeKindSchema,
    /** The severity of most of its pixels. Only the method `nbr` computes it. */
    severity: severitySchema.optional(),
    hectares: z.number(),
    /** West, south, east, north in degrees. */
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    /** Longitude and latitude of a point inside of the patch. */
    centroid: z.tuple([z.number(), z.number()]),
  })
  .meta({ id: 'Patch' });
export type RunPatch = z.infer<typeof patchSchema>;

/** GET /api/changedetection/runs/{id}/patches, the largest first. */
export const patchQuerySchema = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.habitatPatrol.maxPatchesPerPage)
    .default(limits.habitatPatrol.patchesPerPage),
  offset: wholeNumberSchema(0, Number.MAX_SAFE_INTEGER).default(0),
});

export const patchPageSchema = z
  .object({
    /** The number of patches that can be listed. If there are very many, only the largest can. */
    total: z.number().int(),
    patches: z.array(patchSchema),
  })
  .meta({ id: 'PatchPage' });
export type PatchPage = z.infer<typeof patchPageSchema>;

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
] as const;
export type RunDownload = (typeof runDownloads)[number];
