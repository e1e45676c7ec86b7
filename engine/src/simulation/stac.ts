import type { Geometry, Polygon, Position } from 'geojson';
import { acquisitionDays, acquisitionOf, cloudShare, firstDay, sunAt } from './acquisitions.ts';
import { cloudOpacity } from './atmosphere.ts';
import { type GridTile, gridTiles, tileMeters, tilePixels } from './mgrs.ts';
import { continentalOutline } from './outline-data.ts';
import { outerRings, ringsMeet } from './polygons.ts';
import { toGeographic, toWorld } from './projection.ts';
import { type SceneFile, sceneFiles } from './scene-blocks.ts';

export const simulationRoot = 'https://simulation.invalid/v1';
export const simulationCollection = 'simulated-sentinel-2-l2a';

const dayMilliseconds = 86_400_000;

/** A STAC API search, as far as the simulation reads it; whatever else is asked is refused. */
interface SearchQuery {
  collections?: string[];
  ids?: string[];
  bbox?: number[];
  intersects?: Geometry;
  datetime?: string;
  limit?: number;
  query?: Record<string, Record<string, unknown>>;
  sortby?: { field: string; direction?: 'asc' | 'desc' }[];
  next?: string;
}

const knownFields = new Set([
  'collections',
  'ids',
  'bbox',
  'intersects',
  'datetime',
  'limit',
  'query',
  'sortby',
  'next',
  'fields',
]);
const defaultLimit = 10;
const mostItems = 1_000;

interface SceneDay {
  readonly tile: GridTile;
  readonly day: number;
}

/**
 * Answers a STAC API item search: newest first unless `sortby` says otherwise, in pages.
 * @throws RangeError with a sentence, where the query can't be understood.
 */
export function searchScenes(body: unknown, now: Date, seed: number): object {
  const query = readQuery(body);
  const limit = Math.min(Math.max(query.limit ?? defaultLimit, 1), mostItems);
  const offset = query.next === undefined ? 0 : Number(query.next);
  if (!Number.isInteger(offset) || offset < 0) throw new RangeError(`Unknown page ${query.next}`);
  const found = findScenes(query, now);
  const filters = Object.entries(query.query ?? {});
  let items: StacItem[] | undefined;
  const needsItems =
    filters.length > 0 || (query.sortby ?? []).some(({ field }) => !field.endsWith('datetime'));
  if (needsItems) {
    items = found
      .map(({ tile, day }) => sceneItem(tile, day, seed))
      .filter((item) => passes(item, filters));
    sortItems(items, query.sortby ?? []);
  } else if (query.sortby?.[0]?.direction === 'asc') found.reverse();
  const matched = items ? items.length : found.length;
  const page = items
    ? items.slice(offset, offset + limit)
    : found.slice(offset, offset + limit).map(({ tile, day }) => sceneItem(tile, day, seed));
  const links: object[] = [{ rel: 'root', type: 'application/json', href: `${simulationRoot}/` }];
  if (offset + limit < matched) {
    links.push({
      rel: 'next',
      type: 'application/geo+json',
      method: 'POST',
      href: `${simulationRoot}/search`,
      merge: false,
      body: { ...query, next: String(offset + limit) },
    });
  }
  return {
    type: 'FeatureCollection',
    stac_version: '1.0.0',
    features: page,
    links,
    numberMatched: matched,
    numberReturned: page.length,
    context: { limit, matched, returned: page.length },
  };
}

function readQuery(body: unknown): SearchQuery {
  if (typeof body !== 'object' || body === null)
    throw new RangeError('A search wants a JSON object.');
  const unknown = Object.keys(body).find((field) => !knownFields.has(field));
  if (unknown) throw new RangeError(`The simulated catalogue does not understand "${unknown}".`);
  return body as SearchQuery;
}

/** The scenes that a query asks for, newest first, by tile where two are of one day. */
function findScenes(query: SearchQuery, now: Date): SceneDay[] {
  if (query.collections && !query.collections.includes(simulationCollection)) return [];
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const [from, to] = readInterval(query.datetime, today);
  const rings = readArea(query);
  // A place abroad has no scenes, even where a tile reaches over the border.
  const tiles = [...gridTiles().values()].filter(
    (tile) =>
      !rings ||
      rings.some((ring) => ringsMeet(ring, continentalOutline) && ringsMeet(ring, tile.ring)),
  );
  const scenes = tiles.flatMap((tile) =>
    acquisitionDays(tile, from, to).map((day) => ({ tile, day })),
  );
  const wanted = query.ids
    ? scenes.filter(({ tile, day }) => query.ids?.includes(sceneId(tile, day)))
    : scenes;
  return wanted.sort((a, b) => b.day - a.day || a.tile.id.localeCompare(b.tile.id));
}

function readArea(query: SearchQuery): Position[][] | undefined {
  if (query.intersects) return outerRings(query.intersects);
  if (!query.bbox) return undefined;
  const [west, south, east, north] =
    query.bbox.length === 6 ? [0, 1, 3, 4].map((at) => query.bbox?.[at] ?? 0) : query.bbox;
  return [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ];
}

/** First and last day, in days since 1970, of an RFC 3339 instant or interval, open ends allowed. */
function readInterval(datetime: string | undefined, today: number): [number, number] {
  if (!datetime) return [firstDay, today];
  const parts = datetime.split('/');
  const read = (text: string, open: number) => {
    if (text === '' || text === '..') return open;
    const time = Date.parse(text);
    if (Number.isNaN(time)) throw new RangeError(`Not a date: "${text}"`);
    // Whole days are near enough for an interval's ends.
    return Math.floor(time / dayMilliseconds);
  };
  const from = read(parts[0], firstDay);
  const to = read(parts[parts.length - 1], today);
  return [from, Math.min(to, today)];
}

function passes(item: StacItem, filters: [string, Record<string, unknown>][]): boolean {
  const properties: Record<string, unknown> = item.properties;
  return filters.every(([name, tests]) =>
    Object.entries(tests).every(([operator, wanted]) => {
      const value = properties[name];
      switch (operator) {
        case 'lt':
          return Number(value) < Number(wanted);
        case 'lte':
          return Number(value) <= Number(wanted);
        case 'gt':
          return Number(value) > Number(wanted);
        case 'gte':
          return Number(value) >= Number(wanted);
        case 'eq':
          return value === wanted;
        case 'neq':
          return value !== wanted;
        case 'in':
          return Array.isArray(wanted) && wanted.includes(value);
        default:
          throw new RangeError(`The simulated catalogue does not know the operator "${operator}".`);
      }
    }),
  );
}

function sortItems(
  items: StacItem[],
  sortby: readonly { field: string; direction?: 'asc' | 'desc' }[],
) {
  const propertyOf = (item: StacItem, field: string): unknown =>
    (item.properties as Record<string, unknown>)[field.replace(/^properties\./, '')];
  items.sort((a, b) => {
    for (const { field, direction } of sortby) {
      const first = propertyOf(a, field);
      const second = propertyOf(b, field);
      if (first === second) continue;
      const order = (first as number) < (second as number) ? -1 : 1;
      return direction === 'desc' ? -order : order;
    }
    return 0;
  });
}

export function sceneId(tile: GridTile, day: number): string {
  return `SIM_${tile.id}_${dateText(day).replaceAll('-', '')}_0_L2A`;
}

function dateText(day: number): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

/** The address of one file of a scene; `parseHref` reads it again. */
function sceneHref(tile: GridTile, day: number, file: SceneFile): string {
  return `${simulationRoot}/${simulationCollection}/${tile.id}/${dateText(day)}/${file.file}.tif`;
}

const hrefPattern = new RegExp(
  `^${simulationRoot}/${simulationCollection}/([0-9A-Z]+)/([0-9-]{10})/([0-9A-Z]+)\\.tif$`,
);

/** The scene and file that an address names; undefined when there is none. */
export function parseHref(
  url: string,
): { tile: GridTile; day: number; file: SceneFile } | undefined {
  const [, id, date, name] = hrefPattern.exec(url) ?? [];
  const tile = gridTiles().get(id ?? '');
  const file = sceneFiles.find((candidate) => candidate.file === name);
  const day = Date.parse(`${date}T00:00:00Z`) / dayMilliseconds;
  if (!tile || !file || acquisitionDays(tile, day, day).length === 0) return undefined;
  return { tile, day, file };
}

type StacItem = ReturnType<typeof sceneItem>;

/** A scene as Earth Search describes one. */
export function sceneItem(tile: GridTile, day: number, seed: number) {
  const acquisition = acquisitionOf(tile, day, seed);
  const center = toGeographic(tile.zone, [tile.west + tileMeters / 2, tile.north - tileMeters / 2]);
  const sun = sunAt(acquisition.dayOfYear, center[1]);
  const solarHour = 10.5 - center[0] / 15;
  const datetime = new Date(day * dayMilliseconds + solarHour * 3_600_000).toISOString();
  const longitudes = tile.ring.map(([longitude]) => longitude);
  const latitudes = tile.ring.map(([, latitude]) => latitude);
  const geometry: Polygon = { type: 'Polygon', coordinates: [[...tile.ring]] };
  return {
    type: 'Feature',
    stac_version: '1.0.0',
    id: sceneId(tile, day),
    collection: simulationCollection,
    bbox: [
      Math.min(...longitudes),
      Math.min(...latitudes),
      Math.max(...longitudes),
      Math.max(...latitudes),
    ],
    geometry,
    properties: {
      datetime,
      platform: 'simulated',
      constellation: 'simulated',
      instruments: ['simulated'],
      gsd: 10,
      'eo:cloud_cover': cloudCoverPercent(tile, day, seed),
      'proj:epsg': 32600 + tile.zone,
      'proj:code': `EPSG:${32600 + tile.zone}`,
      'grid:code': `MGRS-${tile.id}`,
      's2:tile_id': tile.id,
      'view:sun_elevation': 90 - (Math.acos(sun.cosZenith) * 180) / Math.PI,
      'view:sun_azimuth': (Math.atan2(sun.east, sun.north) * 180) / Math.PI,
      's2:processing_baseline': '05.00',
      'earthsearch:boa_offset_applied': true,
    },
    links: [],
    assets: Object.fromEntries(sceneFiles.map((file) => [file.asset, sceneAsset(tile, day, file)])),
  };
}

function sceneAsset(tile: GridTile, day: number, file: SceneFile) {
  const { resolutionMeters } = file;
  const pixels = (tilePixels * 10) / resolutionMeters;
  const classification = file.band === undefined;
  return {
    href: sceneHref(tile, day, file),
    type: 'image/tiff; application=geotiff; profile=cloud-optimized',
    title: `${file.file} (simulated), ${resolutionMeters} m`,
    gsd: resolutionMeters,
    'proj:shape': [pixels, pixels],
    'proj:transform': [resolutionMeters, 0, tile.west, 0, -resolutionMeters, tile.north],
    'raster:bands': [
      classification
        ? { nodata: 0, data_type: 'uint8', spatial_resolution: resolutionMeters }
        : {
            nodata: 0,
            data_type: 'uint16',
            spatial_resolution: resolutionMeters,
            scale: 0.0001,
            offset: 0,
          },
    ],
    roles: classification ? ['data'] : ['data', 'reflectance'],
  };
}

/** Share of a scene under cloud, from a sample of 16 × 16 places. */
function cloudCoverPercent(tile: GridTile, day: number, seed: number): number {
  const acquisition = acquisitionOf(tile, day, seed);
  const samples = 16;
  let covered = 0;
  for (let row = 0; row < samples; row++) {
    for (let column = 0; column < samples; column++) {
      const [x, y] = toWorld(
        toGeographic(tile.zone, [
          tile.west + ((column + 0.5) / samples) * tileMeters,
          tile.north - ((row + 0.5) / samples) * tileMeters,
        ]),
      );
      if (cloudOpacity(acquisition, x, y, cloudShare(acquisition, x, y), 10) > 0.12) covered++;
    }
  }
  return Math.round((10_000 * covered) / samples ** 2) / 100;
}
