import { z } from 'zod';
import type { FoundPlace } from './found-place.ts';

const replySchema = z.array(
  z.looseObject({
    lat: z.coerce.number(),
    lon: z.coerce.number(),
    name: z.string().default(''),
    category: z.string().default(''),
    type: z.string().default(''),
    address: z
      .looseObject({ state: z.string().optional(), county: z.string().optional() })
      .optional(),
    /** South, north, west, east in degrees. */
    boundingbox: z
      .tuple([z.coerce.number(), z.coerce.number(), z.coerce.number(), z.coerce.number()])
      .optional(),
  }),
);

/** The address of a search at Nominatim. */
export function nominatimAddress(base: string, query: string, limit: number): string {
  const parameters = {
    q: query,
    format: 'jsonv2',
    limit: String(limit),
    countrycodes: 'us',
    addressdetails: '1',
    'accept-language': 'en',
  };
  return `${base}/search?${new URLSearchParams(parameters)}`;
}

/**
 * Reads the places in Nominatim's reply.
 * @throws {z.ZodError}
 */
export function readNominatim(reply: unknown): FoundPlace[] {
  return replySchema.parse(reply).map(({ lat, lon, name, category, type, ...rest }) => {
    const { address, boundingbox: box } = rest;
    return {
      name,
      state: address?.state,
      county: address?.county,
      key: category,
      value: type,
      longitude: lon,
      latitude: lat,
      bounds: box ? [box[2], box[0], box[3], box[1]] : null,
    };
  });
}
