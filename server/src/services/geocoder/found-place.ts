import { type Place, placeSchema } from '@refugia/contract/basemap.ts';

/** What a geocoder says of a place, in the terms of OpenStreetMap. */
export interface FoundPlace {
  readonly name: string;
  readonly state: string | undefined;
  readonly county: string | undefined;
  /** The key and value of its main tag, such as `boundary` and `national_park`. */
  readonly key: string;
  readonly value: string;
  readonly longitude: number;
  readonly latitude: number;
  /** West, south, east, north. */
  readonly bounds: Place['bounds'];
}

/** Words for values that are named otherwise in tags than by people. */
const words: Readonly<Record<string, string>> = {
  'natural=water': 'Lake',
  'natural=wood': 'Forest',
  'landuse=forest': 'Forest',
  'boundary=administrative': 'Administrative area',
  'boundary=aboriginal_lands': 'Reservation',
  'boundary=forest': 'Forest',
};

/** A place for the search, or null where it lacks a name or lies nowhere. */
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

/** `nature_reserve` is 'Nature reserve'. */
function wordsOf(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
