import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';

/** How vector tiles name their layers: OpenMapTiles' schema, or that of Protomaps' basemaps. */
export type Schema = 'openmaptiles' | 'protomaps';

/** What the styles draw. */
export type Subject =
  | 'sea'
  | 'land'
  | 'wood'
  | 'settlement'
  | 'park'
  | 'water'
  | 'river'
  | 'motorway'
  | 'main-road'
  | 'minor-road'
  | 'path'
  | 'railway'
  | 'building'
  | 'county-line'
  | 'state-line'
  | 'country-line'
  | 'water-name'
  | 'park-name'
  | 'peak'
  | 'airport'
  | 'road-name'
  | 'county-name'
  | 'place'
  | 'state-name'
  | 'country-name';

type Filter = ExpressionSpecification | boolean;

/** The layer of the tiles in which a subject is, and which of the layer's features it is. */
export interface Selection {
  readonly layer: string;
  readonly filter: Filter;
}

const isOneOf = (property: string, ...values: string[]): ExpressionSpecification => [
  'in',
  ['get', property],
  ['literal', values],
];
const hasGeometry = (type: 'Point' | 'LineString' | 'Polygon'): ExpressionSpecification => [
  'in',
  ['geometry-type'],
  ['literal', [type, `Multi${type}`]],
];
const isLand = (level: number): ExpressionSpecification => [
  'all',
  ['==', ['get', 'admin_level'], level],
  ['!=', ['get', 'maritime'], 1],
];
const isRoad = (...classes: string[]): ExpressionSpecification => [
  'all',
  isOneOf('class', ...classes),
  hasGeometry('LineString'),
];
const both = (first: ExpressionSpecification, second: ExpressionSpecification) =>
  ['all', first, second] as ExpressionSpecification;

const isOpen: ExpressionSpecification = ['!=', ['get', 'brunnel'], 'tunnel'];

/** https://openmaptiles.org/schema/ */
const openMapTiles: Readonly<Record<Subject, Selection | null>> = {
  sea: { layer: 'water', filter: isOneOf('class', 'ocean') },
  // The embedded tiles have it; others leave land to the background.
  land: { layer: 'land', filter: true },
  wood: { layer: 'landcover', filter: isOneOf('class', 'wood', 'forest') },
  settlement: {
    layer: 'landuse',
    filter: isOneOf('class', 'residential', 'suburb', 'commercial', 'industrial', 'retail'),
  },
  park: { layer: 'park', filter: hasGeometry('Polygon') },
  water: { layer: 'water', filter: both(isOpen, ['!=', ['get', 'class'], 'ocean']) },
  river: { layer: 'waterway', filter: isOpen },
  motorway: { layer: 'transportation', filter: isRoad('motorway', 'trunk') },
  'main-road': { layer: 'transportation', filter: isRoad('primary', 'secondary', 'tertiary') },
  'minor-road': { layer: 'transportation', filter: isRoad('minor', 'service', 'track') },
  path: { layer: 'transportation', filter: isRoad('path') },
  railway: { layer: 'transportation', filter: isRoad('rail') },
  building: { layer: 'building', filter: true },
  'county-line': { layer: 'boundary', filter: isLand(6) },
  'state-line': { layer: 'boundary', filter: isLand(4) },
  'country-line': { layer: 'boundary', filter: isLand(2) },
  'water-name': { layer: 'water_name', filter: true },
  'park-name': { layer: 'park', filter: hasGeometry('Point') },
  peak: { layer: 'mountain_peak', filter: true },
  airport: { layer: 'aerodrome_label', filter: true },
  'road-name': { layer: 'transportation_name', filter: true },
  'county-name': { layer: 'place', filter: isOneOf('class', 'county') },
  place: {
    layer: 'place',
    filter: isOneOf('class', 'city', 'town', 'village', 'hamlet', 'suburb'),
  },
  'state-name': { layer: 'place', filter: isOneOf('class', 'state', 'province') },
  'country-name': { layer: 'place', filter: isOneOf('class', 'country') },
};

/** https://docs.protomaps.com/basemaps/layers */
const protomaps: Readonly<Record<Subject, Selection | null>> = {
  sea: { layer: 'water', filter: both(hasGeometry('Polygon'), isOneOf('kind', 'ocean')) },
  land: null,
  wood: { layer: 'landuse', filter: isOneOf('kind', 'wood', 'forest') },
  settlement: {
    layer: 'landuse',
    filter: isOneOf('kind', 'residential', 'commercial', 'industrial'),
  },
  park: {
    layer: 'landuse',
    filter: isOneOf('kind', 'national_park', 'nature_reserve', 'protected_area', 'park'),
  },
  water: { layer: 'water', filter: both(hasGeometry('Polygon'), ['!=', ['get', 'kind'], 'ocean']) },
  river: { layer: 'water', filter: hasGeometry('LineString') },
  motorway: { layer: 'roads', filter: isOneOf('kind', 'highway') },
  'main-road': { layer: 'roads', filter: isOneOf('kind', 'major_road', 'medium_road') },
  'minor-road': { layer: 'roads', filter: isOneOf('kind', 'minor_road', 'other') },
  path: { layer: 'roads', filter: isOneOf('kind', 'path') },
  railway: { layer: 'roads', filter: isOneOf('kind', 'rail') },
  building: { layer: 'buildings', filter: hasGeometry('Polygon') },
  'county-line': { layer: 'boundaries', filter: isOneOf('kind', 'county') },
  'state-line': { layer: 'boundaries', filter: isOneOf('kind', 'region') },
  'country-line': { layer: 'boundaries', filter: isOneOf('kind', 'country') },
  'water-name': { layer: 'water', filter: hasGeometry('Point') },
  'park-name': {
    layer: 'pois',
    filter: isOneOf('kind', 'national_park', 'nature_reserve', 'park'),
  },
  peak: { layer: 'pois', filter: isOneOf('kind', 'peak') },
  airport: { layer: 'pois', filter: isOneOf('kind', 'aerodrome') },
  'road-name': { layer: 'roads', filter: both(['has', 'name'], hasGeometry('LineString')) },
  'county-name': null,
  place: { layer: 'places', filter: isOneOf('kind', 'locality', 'neighbourhood') },
  'state-name': { layer: 'places', filter: isOneOf('kind', 'region') },
  'country-name': { layer: 'places', filter: isOneOf('kind', 'country') },
};

export const selections = { openmaptiles: openMapTiles, protomaps };

/** A name in English, or in Latin letters where the tiles have it. */
export const name: ExpressionSpecification = [
  'coalesce',
  ['get', 'name:en'],
  ['get', 'name_en'],
  ['get', 'name:latin'],
  ['get', 'name'],
];

/** How far behind others a place comes: 1 is a metropolis, some 15 a village. */
export const placeRank: ExpressionSpecification = [
  'case',
  ['has', 'population_rank'],
  ['max', 1, ['-', 18, ['to-number', ['get', 'population_rank']]]],
  // OpenMapTiles ranks parts of a city like small cities, which would name them as large.
  ['in', ['get', 'class'], ['literal', ['suburb', 'quarter', 'neighbourhood', 'hamlet']]],
  15,
  ['to-number', ['get', 'rank'], 14],
];
