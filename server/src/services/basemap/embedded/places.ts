import type { Place } from '@refugia/contract/basemap.ts';
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { searchable } from '../searchable.ts';
import { readNaturalEarth, readPlaces } from './assets.ts';
import { type AtlasProperties, areasOf, covers, readAtlas } from './atlas.ts';

interface Entry {
  readonly place: Place;
  /** The normalized names, alone and followed by the state's name or code. */
  readonly keys: readonly string[];
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
  entries ??= listEntries();
  const found: Place[] = [];
  for (const { place, keys } of entries) {
    if (found.length >= limit) break;
    if (keys.some((key) => key.startsWith(wanted))) found.push(place);
  }
  return found;
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
/** Of these, a name is found by the beginning of any of its words. */
const landmarks: readonly string[] = ['park', 'lake', 'river', 'airport'];

function listEntries(): Entry[] {
  const places = readPlaces();
  const states = places.filter(({ kind }) => kind === 'state');
  const codes = new Map(states.map(({ name, alias = '' }) => [name, searchable(alias)]));
  return places.map(({ alias, ...given }) => {
    const place: Place = { ...blank, ...given };
    const { name, kind, region } = place;
    const names = [name, ...(alias === undefined ? [] : [alias])].map(searchable);
    const beginnings = landmarks.includes(kind) ? names.flatMap(fromEachWord) : names;
    const regions = region === null ? [] : [searchable(region), codes.get(region)];
    const keys = beginnings.flatMap((each) => [
      each,
      ...regions.map((state) => `${each} ${state}`),
    ]);
    return { place, keys };
  });
}

function fromEachWord(name: string): string[] {
  const words = name.split(' ');
  return words.map((_, index) => words.slice(index).join(' '));
}

/** The border of a state, a county or a park by its name in `Place`; null where there is none. */
export function findBorder(border: string): Polygon | MultiPolygon | null {
  const [kind, key] = border.split('-');
  if (kind === 'park') {
    const { features } = readNaturalEarth('parks');
    const park = features.find(({ properties }) => properties.code === key);
    return (park?.geometry as Polygon | MultiPolygon | undefined) ?? null;
  }
  const areas = unitedStates(kind === 'state' ? 'states' : 'counties');
  return areas.find(({ id }) => String(id) === key)?.geometry ?? null;
}

/** The county and state of a position, such as `Natrona County, Wyoming`; null elsewhere. */
export function findCounty(longitude: number, latitude: number): string | null {
  const found = unitedStates('counties').find(({ geometry }) =>
    covers(geometry, [longitude, latitude]),
  );
  const county = readPlaces().find(({ kind, fips }) => kind === 'county' && fips === found?.id);
  return county === undefined ? null : `${county.name}, ${county.region}`;
}

type Areas = Feature<Polygon | MultiPolygon, AtlasProperties>[];
const areasKept: { states?: Areas; counties?: Areas } = {};

/** The states or the counties. The atlas is unpacked once in each thread that asks. */
function unitedStates(kind: 'states' | 'counties'): Areas {
  areasKept[kind] ??= areasOf(readAtlas('counties'), kind);
  return areasKept[kind];
}
