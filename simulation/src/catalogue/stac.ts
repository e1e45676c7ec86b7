import type { Geometry, Position } from 'geojson';
import { acquisitionDays, firstDay } from '../scenes/acquisitions.ts';
import { type GridTile, gridTiles } from '../world/mgrs.ts';
import { continentalOutline } from '../world/outline-data.ts';
import { outerRings, ringsMeet } from '../world/polygons.ts';
import {
  dayMilliseconds,
  type StacItem,
  sceneId,
  simulationCollection,
  simulationRoot,
} from './scene-item.ts';

/** The parts of a STAC API search that the simulation supports. Others are refused. */
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
 * @param itemOf describes a scene
 * @throws RangeError with a sentence, where the query can't be understood.
 */
export function searchScenes(
  body: unknown,
  now: Date,
  itemOf: (tile: GridTile, day: number) => StacItem,
): object {
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
    items = found.map(({ tile, day }) => itemOf(tile, day)).filter((item) => passes(item, filters));
    sortItems(items, query.sortby ?? []);
  } else if (query.sortby?.[0]?.direction === 'asc') found.reverse();
  const matched = items ? items.length : found.length;
  const page = items
    ? items.slice(offset, offset + limit)
    : found.slice(offset, offset + limit).map(({ tile, day }) => itemOf(tile, day));
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

/** The scenes of a query, newest first, and ordered by tile within a day. */
function findScenes(query: SearchQuery, now: Date): SceneDay[] {
  if (query.collections && !query.collections.includes(simulationCollection)) return [];
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const [from, to] = readInterval(query.datetime, today);
  const area = readArea(query);
  // Places abroad have no scenes, even where a tile crosses the border.
  const rings = area?.filter((ring) => ringsMeet(ring, continentalOutline));
  const tiles = [...gridTiles().values()].filter(
    (tile) => !rings || rings.some((ring) => ringsMeet(ring, tile.ring)),
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
    // Whole days are precise enough for an interval's ends.
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
