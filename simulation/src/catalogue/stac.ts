import { areaPolygons } from '@refugia/engine/geo/bounds.ts';
import { millisecondsPerDay } from '@refugia/engine/source/dates.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import { acquisitionDays, firstDay } from '../scenes/acquisitions.ts';
import { type GridTile, gridTiles } from '../world/mgrs.ts';
import { continentalOutline } from '../world/outline-data.ts';
import { ringsMeet } from '../world/polygons.ts';
import { type StacItem, simulationCollection, simulationRoot } from './scene-item.ts';

/** The parts of a STAC API search that runs use. Others are refused. */
interface SearchQuery {
  collections?: string[];
  intersects?: Polygon | MultiPolygon;
  datetime?: string;
  limit?: number;
  next?: string;
}

const knownFields = new Set(['collections', 'intersects', 'datetime', 'limit', 'next']);
const defaultLimit = 10;
const mostItems = 1_000;

interface SceneDay {
  readonly tile: GridTile;
  readonly day: number;
}

/**
 * Answers a STAC API item search: newest first, in pages.
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
  const page = found.slice(offset, offset + limit).map(({ tile, day }) => itemOf(tile, day));
  const links: object[] = [{ rel: 'root', type: 'application/json', href: `${simulationRoot}/` }];
  if (offset + limit < found.length) {
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
    numberMatched: found.length,
    numberReturned: page.length,
    context: { limit, matched: found.length, returned: page.length },
  };
}

function readQuery(body: unknown): SearchQuery {
  if (typeof body !== 'object' || body === null)
    throw new RangeError('A search wants a JSON object.');
  const unknown = Object.keys(body).find((field) => !knownFields.has(field));
  if (unknown) throw new RangeError(`The simulated catalogue does not understand "${unknown}".`);
  return body;
}

/** The scenes of a query, newest first, and ordered by tile within a day. */
function findScenes(query: SearchQuery, now: Date): SceneDay[] {
  if (query.collections && !query.collections.includes(simulationCollection)) return [];
  const today = Math.floor(now.getTime() / millisecondsPerDay);
  const [from, to] = readInterval(query.datetime, today);
  // Places abroad have no scenes, even where a tile crosses the border.
  const rings = query.intersects
    ? areaPolygons(query.intersects).flatMap(([outer = []]) =>
        ringsMeet(outer, continentalOutline) ? [outer] : [],
      )
    : undefined;
  const tiles = [...gridTiles().values()].filter(
    (tile) => !rings || rings.some((ring) => ringsMeet(ring, tile.ring)),
  );
  return tiles
    .flatMap((tile) => acquisitionDays(tile, from, to).map((day) => ({ tile, day })))
    .sort((a, b) => b.day - a.day || a.tile.id.localeCompare(b.tile.id));
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
    return Math.floor(time / millisecondsPerDay);
  };
  const from = read(parts[0], firstDay);
  const to = read(parts[parts.length - 1], today);
  return [from, Math.min(to, today)];
}
