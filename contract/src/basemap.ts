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

/** A place of the embedded list. */
export const placeSchema = z.object({
  kind: z.enum(['state', 'town', 'county']),
  name: z.string(),
  /** The state that it lies in; null for a state. */
  region: z.string().nullable(),
  longitude: z.number(),
  latitude: z.number(),
  /** Null where the list has none. */
  population: z.number().nullable(),
});
export type Place = z.infer<typeof placeSchema>;
