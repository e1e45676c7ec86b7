import type { ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec';

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
  | 'area-name'
  | 'place'
  | 'state-name'
  | 'country-name';

type Condition = ExpressionSpecification;

/** The layer of the tiles in which a subject is, and which of the layer's features it is. */
export interface Selection {
  readonly layer: string;
  readonly filter: Condition | true;
}

/** The features of a layer that meet all conditions. */
function select(layer: string, ...conditions: Condition[]): Selection {
  return { layer, filter: conditions.length === 0 ? true : ['all', ...conditions] };
}

const isOneOf = (property: string, values: string[]): Condition => [
  'in',
  ['get', property],
  ['literal', values],
];
const classes = (...values: string[]) => isOneOf('class', values);
const kinds = (...values: string[]) => isOneOf('kind', values);
const isGeometry = (type: 'Point' | 'LineString' | 'Polygon'): Condition => [
  'in',
  ['geometry-type'],
  ['literal', [type, `Multi${type}`]],
];
const [isPoint, isLine, isPolygon] = [
  isGeometry('Point'),
  isGeometry('LineString'),
  isGeometry('Polygon'),
];
const isOpen: Condition = ['!=', ['get', 'brunnel'], 'tunnel'];
const boundary = (level: number) =>
  select('boundary', ['==', ['get', 'admin_level'], level], ['!=', ['get', 'maritime'], 1]);
const road = (...values: string[]) => select('transportation', classes(...values), isLine);

/** https://openmaptiles.org/schema/ */
const openMapTiles: Readonly<Record<Subject, Selection | null>> = {
  sea: select('water', classes('ocean')),
  // The embedded tiles have it; others leave land to the background.
  land: select('land'),
  wood: select('landcover', classes('wood', 'forest')),
  settlement: select('landuse', classes('residential', 'suburb', 'commercial', 'industrial')),
  park: select('park', isPolygon),
  // Waters of Protomaps, in a layer of the same name, have no class.
  water: select('water', isOpen, ['has', 'class'], ['!=', ['get', 'class'], 'ocean']),
  river: select('waterway', isOpen),
  motorway: road('motorway', 'trunk'),
  'main-road': road('primary', 'secondary', 'tertiary'),
  'minor-road': road('minor', 'service', 'track'),
  path: road('path'),
  railway: road('rail'),
  building: select('building'),
  'county-line': boundary(6),
  'state-line': boundary(4),
  'country-line': boundary(2),
  'water-name': select('water_name'),
  'park-name': select('park', isPoint),
  peak: select('mountain_peak'),
  airport: select('aerodrome_label'),
  'road-name': select('transportation_name'),
  'county-name': select('place', classes('county')),
  // The embedded tiles alone have it.
  'area-name': select('place', classes('area')),
  place: select('place', classes('city', 'town', 'village', 'hamlet', 'suburb')),
  'state-name': select('place', classes('state', 'province')),
  'country-name': select('place', classes('country')),
};

/** https://docs.protomaps.com/basemaps/layers */
const protomaps: Readonly<Record<Subject, Selection | null>> = {
  sea: select('water', isPolygon, kinds('ocean')),
  land: null,
  wood: select('landuse', kinds('wood', 'forest')),
  settlement: select('landuse', kinds('residential', 'commercial', 'industrial')),
  park: select('landuse', kinds('national_park', 'nature_reserve', 'protected_area', 'park')),
  water: select('water', isPolygon, ['has', 'kind'], ['!=', ['get', 'kind'], 'ocean']),
  river: select('water', isLine),
  motorway: select('roads', kinds('highway')),
  'main-road': select('roads', kinds('major_road', 'medium_road')),
  'minor-road': select('roads', kinds('minor_road', 'other')),
  path: select('roads', kinds('path')),
  railway: select('roads', kinds('rail')),
  building: select('buildings', isPolygon),
  'county-line': select('boundaries', kinds('county')),
  'state-line': select('boundaries', kinds('region')),
  'country-line': select('boundaries', kinds('country')),
  'water-name': select('water', isPoint),
  'park-name': select('pois', kinds('national_park', 'nature_reserve', 'park')),
  peak: select('pois', kinds('peak')),
  airport: select('pois', kinds('aerodrome')),
  'road-name': select('roads', ['has', 'name'], isLine),
  'county-name': null,
  'area-name': null,
  place: select('places', kinds('locality', 'neighbourhood')),
  'state-name': select('places', kinds('region')),
  'country-name': select('places', kinds('country')),
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
