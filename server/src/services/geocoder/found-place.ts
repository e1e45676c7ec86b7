import { type Place, placeSchema } from '@refugia/contract/basemap.ts';

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
  });
  return place.success && name !== '' ? place.data : null;
}

/** Words from a tag's value: `nature_reserve` becomes 'Nature reserve'. */
function wordsOf(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
