import { z } from 'zod';

/** The base maps that a person can choose. */
export const baseLayerNames = ['satellite', 'outdoors', 'light', 'dark'] as const;
export type BaseLayerName = (typeof baseLayerNames)[number];

/** What a style says of itself in `metadata`. */
export interface BasemapMetadata {
  /** Whose tiles it shows, in words for a person; null for the embedded map. */
  readonly 'refugia:provider': string | null;
  /** Simulated scenes show from this zoom inside these bounds (west, south, east, north). */
  readonly 'refugia:simulated': {
    readonly minZoom: number;
    readonly bounds: readonly [number, number, number, number];
  } | null;
}

export const placeSearchSchema = z.object({
  q: z.string().trim().min(1).max(80).describe('What the name begins with'),
  limit: z.coerce.number().int().min(1).max(20).default(8),
});

/** GET /api/geocoder/places */
export const geocoderSearchSchema = z.object({
  q: z.string().trim().min(2).max(80).describe('A name, or a part of one'),
  limit: z.coerce.number().int().min(1).max(10).default(8),
});

/** A place of the embedded list, or of the geocoder (`other`). */
export const placeSchema = z.object({
  kind: z.enum(['state', 'town', 'county', 'other']),
  /** A county's with its word, such as `Natrona County`. */
  name: z.string(),
  /** The state that it lies in, of the geocoder also its county; null for a state. */
  region: z.string().nullable(),
  /** What it is, such as `Lake`; null where its kind says so. */
  description: z.string().nullable(),
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  /**
   * West, south, east, north in degrees, the east beyond 180 across the antimeridian; null for what
   * is a point.
   */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** The U.S. Census Bureau's code of a state (two digits) or county (five); null elsewhere. */
  fips: z.string().nullable(),
  /** Null where the list has none. */
  population: z.number().nullable(),
});
export type Place = z.infer<typeof placeSchema>;
