import { z } from 'zod';
import type { FoundPlace } from './found-place.ts';

/**
 * West, south, east, north of a box around all states. Most of what Photon finds then lies in the
 * United States.
 */
const unitedStates = '-179.2,18.8,-66.9,71.5';

const replySchema = z.object({
  features: z.array(
    z.looseObject({
      geometry: z.looseObject({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.looseObject({
        name: z.string().optional(),
        countrycode: z.string().optional(),
        state: z.string().optional(),
        county: z.string().optional(),
        osm_key: z.string().default(''),
        osm_value: z.string().default(''),
        /** West, north, east, south in degrees. */
        extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
      }),
    }),
  ),
});

/** The address of a search at Photon (photon.komoot.io, or an installation of one's own). */
export function photonAddress(base: string, query: string, limit: number): string {
  const parameters = { q: query, limit: String(limit), lang: 'en', bbox: unitedStates };
  return `${base}/api?${new URLSearchParams(parameters)}`;
}

/**
 * Reads the places of the United States in Photon's reply.
 * @throws {z.ZodError}
 */
export function readPhoton(reply: unknown): FoundPlace[] {
  return replySchema.parse(reply).features.flatMap(({ geometry, properties }) => {
    const { name = '', countrycode, state, county, osm_key, osm_value, extent } = properties;
    if (countrycode !== 'US') return [];
    const [longitude, latitude] = geometry.coordinates;
    const bounds: FoundPlace['bounds'] = extent
      ? [extent[0], extent[3], extent[2], extent[1]]
      : null;
    return [{ name, state, county, key: osm_key, value: osm_value, longitude, latitude, bounds }];
  });
}
