import { type Place, placeSchema } from '@refugia/contract/basemap.ts';
import { z } from 'zod';

/** A place as a geocoder describes it, in the terms of OpenStreetMap. */
export interface FoundPlace {
  readonly name: string;
  readonly state: string | undefined;
  readonly county: string | undefined;
  /** The key and value of its main tag, such as `boundary` and `national_park`. */
  readonly key: string;
  readonly value: string;
  readonly longitude: number;
  readonly latitude: number;
  /** West, south, east, north in degrees. */
  readonly bounds: Place['bounds'];
}

/** The words that people use for values of tags, where the two differ. */
const words: Readonly<Record<string, string>> = {
  'natural=water': 'Lake',
  'natural=wood': 'Forest',
  'landuse=forest': 'Forest',
  'boundary=administrative': 'Administrative area',
  'boundary=aboriginal_lands': 'Reservation',
  'boundary=forest': 'Forest',
};

/** Converts a place for the search. Returns null for a place without a name or a position. */
export function toPlace(found: FoundPlace): Place | null {
  const { name, state, county, key, value, longitude, latitude, bounds } = found;
  const place = placeSchema.safeParse({
    kind: 'other',
    name,
    region: [county, state].filter((part) => part && part !== name).join(', ') || null,
    description: words[`${key}=${value}`] ?? wordsOf(value),
    longitude,
    latitude,
    bounds,
    fips: null,
    population: null,
    border: null,
  });
  return place.success && name !== '' ? place.data : null;
}

/** Words from a tag's value: `nature_reserve` becomes 'Nature reserve'. */
function wordsOf(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** West, south, east, north of a box around all states, in which Photon then mostly finds places. */
const unitedStates = '-179.2,18.8,-66.9,71.5';

const photonReplySchema = z.object({
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

/** Reads the places of the United States in Photon's reply. @throws {z.ZodError} */
export function readPhoton(reply: unknown): FoundPlace[] {
  return photonReplySchema.parse(reply).features.flatMap(({ geometry, properties }) => {
    const { name = '', countrycode, state, county, osm_key, osm_value, extent } = properties;
    if (countrycode !== 'US') return [];
    const [longitude, latitude] = geometry.coordinates;
    const bounds: FoundPlace['bounds'] = extent
      ? [extent[0], extent[3], extent[2], extent[1]]
      : null;
    return [{ name, state, county, key: osm_key, value: osm_value, longitude, latitude, bounds }];
  });
}

const nominatimReplySchema = z.array(
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

/** Reads the places in Nominatim's reply. @throws {z.ZodError} */
export function readNominatim(reply: unknown): FoundPlace[] {
  return nominatimReplySchema.parse(reply).map(({ lat, lon, name, category, type, ...rest }) => {
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
