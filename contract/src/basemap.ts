import { z } from 'zod';
import { boxSchema, wholeNumberSchema } from './numbers.ts';

/** The base maps from which a person can choose. */
export const baseLayerNames = ['satellite', 'outdoors', 'light', 'dark'] as const;
export type BaseLayerName = (typeof baseLayerNames)[number];

/** The field `metadata` of a style document. */
export interface BasemapMetadata {
  /** From this zoom on, simulated scenes are shown inside of these bounds (west, south, east, north). */
  readonly 'refugia:simulated': {
    readonly minZoom: number;
    readonly bounds: readonly [number, number, number, number];
  } | null;
}

export const placeSearchSchema = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .describe(
      'What the name begins with; of parks, lakes, rivers and airports any word of it; or the first digits of a ZIP code',
    ),
  limit: wholeNumberSchema(1, 20).default(8),
});

/** GET /api/geocoder/places */
export const geocoderSearchSchema = z.object({
  q: z.string().trim().min(2).max(80).describe('A name, or a part of one'),
  limit: wholeNumberSchema(1, 10).default(8),
});

/** A place of the embedded list, or of the geocoder (then its `kind` is `other`). */
export const placeSchema = z.object({
  kind: z.enum(['state', 'town', 'county', 'park', 'lake', 'river', 'airport', 'zip', 'other']),
  /** The name, for a county with its word, such as `Natrona County`. */
  name: z.string(),
  /** Its state, for a place of the geocoder and a ZIP code also its county; null for a state and abroad. */
  region: z.string().nullable(),
  /** A word for the place, such as `Lake`; null when `kind` says it already. */
  description: z.string().nullable(),
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  /** Null for a point. */
  bounds: boxSchema.nullable(),
  /** The U.S. Census Bureau's code: two digits of a state, five of a county; null for other places. */
  fips: z.string().nullable(),
  /** Null when the list has no population. */
  population: z.number().nullable(),
  /** Names its border at GET /api/basemap/borders/{border}; null where none is known. */
  border: z.string().nullable(),
});
export type Place = z.infer<typeof placeSchema>;

/** GET /api/basemap/borders/{border}: a state or a county by its FIPS code, or a park by the Park Service's. */
export const borderParametersSchema = z.object({
  border: z
    .string()
    .regex(/^(state-\d{2}|county-\d{5}|park-[A-Z]{4})$/, 'There is no such border.'),
});
export const borderSchema = z.object({
  type: z.enum(['Polygon', 'MultiPolygon']),
  coordinates: z.array(z.unknown()).describe('In degrees, simplified for maps.'),
});
