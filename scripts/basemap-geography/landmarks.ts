import { areaBounds, boundsOf } from '@refugia/engine/geo/bounds.ts';
import type {
  Feature,
  FeatureCollection,
  Geometry,
  MultiLineString,
  MultiPolygon,
  Point,
  Polygon,
  Position,
} from 'geojson';
import type {
  ListedPlace,
  NaturalEarth,
} from '../../server/src/services/basemap/embedded/assets.ts';
import {
  areasOf,
  covers,
  labelPoint,
  readAtlas,
} from '../../server/src/services/basemap/embedded/atlas.ts';
import type { Ranked } from './regions.ts';

type Bounds = NonNullable<ListedPlace['bounds']>;
type Kinds = { [K in keyof NaturalEarth]: FeatureCollection<Geometry, NaturalEarth[K]> };

const states = areasOf(readAtlas('counties'), 'states').map(({ properties, geometry }) => ({
  name: properties.name ?? '',
  geometry,
  bounds: areaBounds(geometry),
}));

/** Parks, lakes, rivers and airports as the search finds them. */
export function landmarksOf({ parks, park_points, lakes, rivers, airports }: Kinds): Ranked[] {
  return [
    ...parks.features.map(parkOf),
    ...park_points.features.map(parkOf),
    ...lakes.features.flatMap(({ properties, geometry }) => {
      const { name, type, min_zoom } = properties;
      if (name === undefined) return [];
      const area = geometry as Polygon | MultiPolygon;
      const lake = { kind: 'lake', name, description: type ?? 'Lake' } as const;
      const bounds = areaBounds(area);
      return [landmark({ ...lake, bounds, weight: weightOf(min_zoom) }, labelPoint(area))];
    }),
    ...riversOf(rivers),
    ...airports.features.map(({ properties, geometry }) => {
      const { name, iata, rank } = properties;
      const airport = { kind: 'airport', name, description: 'Airport' } as const;
      const code = iata === undefined ? {} : { alias: iata };
      const position = (geometry as Point).coordinates;
      return landmark({ ...airport, ...code, weight: weightOf(rank) }, position);
    }),
  ];
}

/** What is drawn from farther away comes first: half a million at zoom 0, four thousand at zoom 7. */
const weightOf = (zoom: number) => Math.round(500_000 / 2 ** zoom);

function landmark(
  { bounds, ...found }: Omit<Ranked, 'region' | 'longitude' | 'latitude'>,
  position: Position,
): Ranked {
  const region = states.find(
    (state) => isIn(state.bounds, position) && covers(state.geometry, position),
  );
  const [longitude, latitude] = position.map(rounded);
  return {
    ...found,
    region: region?.name,
    longitude,
    latitude,
    bounds: bounds?.map(rounded) as Bounds | undefined,
  };
}

/** Five decimals of a degree are about a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

function isIn([west, south, east, north]: Bounds, [x, y]: Position): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}

function parkOf({ properties, geometry }: Feature<Geometry, NaturalEarth['parks']>): Ranked {
  const { name, type, rank, code } = properties;
  const park = { kind: 'park', name, description: type } as const;
  if (geometry.type === 'Point') {
    return landmark({ ...park, weight: 10_000 }, geometry.coordinates);
  }
  const area = geometry as Polygon | MultiPolygon;
  const weight = rank === 3 ? 200_000 : 50_000;
  const border = `park-${code}`;
  return landmark({ ...park, bounds: areaBounds(area), border, weight }, labelPoint(area));
}

/** Parts of the same name whose bounds are at most this far apart are one river, in degrees. */
const riverGapDegrees = 0.5;

interface River {
  bounds: Bounds;
  min_zoom: number;
  readonly middle: Position;
}

/** Rivers by their names. Parts of one name that lie far from each other are different rivers. */
function riversOf({ features }: Kinds['rivers']): Ranked[] {
  const named = features.filter(({ properties }) => properties.name !== undefined);
  return [...Map.groupBy(named, ({ properties }) => properties.name)].flatMap(([name, alike]) => {
    const found: River[] = [];
    for (const each of alike) addRiver(found, each);
    const river = { kind: 'river', name: name ?? '', description: 'River' } as const;
    return found.map(({ bounds, min_zoom, middle }) =>
      landmark({ ...river, bounds, weight: weightOf(min_zoom) }, middle),
    );
  });
}

function addRiver(found: River[], { geometry, properties }: Kinds['rivers']['features'][0]): void {
  const lines = (geometry as MultiLineString).coordinates;
  const { min_zoom } = properties;
  const own = boundsOf(lines.flat());
  const river = found.find(({ bounds }) => areNear(bounds, own));
  if (river === undefined) {
    const [longest] = lines.toSorted((a, b) => b.length - a.length);
    found.push({ bounds: own, min_zoom, middle: longest[Math.floor(longest.length / 2)] });
    return;
  }
  river.bounds = own.map((value, side) =>
    (side < 2 ? Math.min : Math.max)(value, river.bounds[side]),
  ) as Bounds;
  river.min_zoom = Math.min(river.min_zoom, min_zoom);
}

function areNear(a: Bounds, b: Bounds): boolean {
  const gap = riverGapDegrees;
  return a[0] < b[2] + gap && b[0] < a[2] + gap && a[1] < b[3] + gap && b[1] < a[3] + gap;
}
