import type { MultiPolygon, Polygon } from 'geojson';
import type { RunFact } from '../facts/run-facts.ts';
import { dateOf, millisecondsPerDay } from './dates.ts';
import type { Scene } from './scene.ts';
import { type CataloguedScene, sceneOfItem } from './stac-item.ts';
import { type FoundItems, type StacSearchOptions, searchItems } from './stac-search.ts';
import { mayPass, type Transport } from './transport.ts';

export interface SceneSearchOptions {
  transport: Transport;
  /** Root of a STAC API. */
  catalogueUrl: string;
  /** Collections of Sentinel-2 L2A, the preferred one first; those of Earth Search when left out. */
  collections?: readonly string[];
  /** Longitude and latitude, WGS 84. */
  area: Polygon | MultiPolygon;
  /** YYYY-MM-DD, UTC. */
  date: string;
  /** Days before and after `date` in which scenes are looked for. */
  windowDays?: number;
  /** If a collection has more items, fewer days around the date are searched. */
  maxItems?: number;
  signal?: AbortSignal;
}

export interface SceneSearch {
  /** One scene for each acquisition of each tile, in the order of time. */
  readonly scenes: readonly Scene[];
  readonly notes: readonly RunFact[];
}

/** Collections of Earth Search, the preferred one first. */
export const defaultCollections: readonly string[] = ['sentinel-2-c1-l2a', 'sentinel-2-l2a'];

/** How many days before and after its date a scene may lie, unless a search says otherwise. */
export const defaultWindowDays = 45;

const defaults = {
  collections: defaultCollections,
  windowDays: defaultWindowDays,
  maxItems: 1_000,
};

const pageSize = 100;
/** A smaller number of days is not halved again. */
const fewestDays = 2;

/**
 * The scenes that touch an area around a date. An acquisition that is listed more than once (in two
 * collections, or processed again) counts once: the preferred collection, then the newest processing.
 * Rejects with TransportError when no collection can be searched.
 */
export async function searchScenes(options: SceneSearchOptions): Promise<SceneSearch> {
  const { collections, maxItems, windowDays, ...rest } = { ...defaults, ...options };
  const { area, date } = rest;
  const outcomes = await Promise.allSettled(
    collections.map((collection) =>
      searchAround(date, windowDays, (datetime) => ({
        ...rest,
        maxItems,
        query: {
          collections: [collection],
          intersects: area,
          datetime,
          limit: pageSize,
          fields: readFields,
        },
      })),
    ),
  );
  rest.signal?.throwIfAborted();
  const notes: RunFact[] = [];
  const found: CataloguedScene[] = [];
  let unreadable = 0;
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') {
      notes.push({
        code: 'collection-not-searched',
        params: { collection: collections[index], detail: detailOf(outcome.reason) },
      });
      continue;
    }
    notes.push(...searchNotes(outcome.value, collections[index], { date, maxItems }));
    for (const item of outcome.value.items) {
      const scene = sceneOfItem(item, rest.catalogueUrl);
      if (scene) found.push(scene);
      else unreadable++;
    }
  }
  if (outcomes.every(({ status }) => status === 'rejected')) throw reasonToReport(outcomes);
  if (unreadable > 0) {
    notes.push({ code: 'entries-without-bands', params: { entries: unreadable } });
  }
  return { scenes: withoutDuplicates(found, collections), notes };
}

type Found = FoundItems & { readonly days: number; readonly askedDays: number };

/**
 * Searches fewer and fewer days around a date until there are not too many items. Pages begin with
 * the newest items, so a search that ends early could miss the nearest ones.
 */
async function searchAround(
  date: string,
  askedDays: number,
  optionsFor: (datetime: string) => StacSearchOptions,
): Promise<Found> {
  for (let days = askedDays; ; days = Math.floor(days / 2)) {
    const found = await searchItems(optionsFor(searchInterval(date, days)));
    if (!found.isCut || days < 2 * fewestDays) return { ...found, days, askedDays };
  }
}

/** The note on a collection that was searched only in part. */
function searchNotes(
  { days, askedDays, failure }: Found,
  collection: string,
  { date, maxItems }: { date: string; maxItems: number },
): RunFact[] {
  const notes: RunFact[] = [];
  if (days < askedDays) {
    notes.push({
      code: 'fewer-days-searched',
      params: { collection, date, mostScenes: maxItems, askedDays, searchedDays: days },
    });
  }
  if (failure) {
    notes.push({
      code: 'collection-partly-searched',
      params: { collection, detail: failure.message },
    });
  }
  return notes;
}

/** The interval of a search, as RFC 3339. Throws RangeError for text that is not a date. */
function searchInterval(date: string, windowDays: number): string {
  const start = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(start)) throw new RangeError(`"${date}" is not a date like 2019-12-31.`);
  const day = (offset: number): string => dateOf(start + offset * millisecondsPerDay);
  return `${day(-windowDays)}T00:00:00Z/${day(windowDays)}T23:59:59Z`;
}

function withoutDuplicates(
  found: readonly CataloguedScene[],
  collections: readonly string[],
): Scene[] {
  const rank = ({ scene }: CataloguedScene): number => {
    const index = collections.indexOf(scene.collection);
    return index === -1 ? collections.length : index;
  };
  const best = new Map<string, CataloguedScene>();
  for (const candidate of found) {
    const known = best.get(candidate.acquisition);
    const isBetter =
      !known ||
      rank(candidate) < rank(known) ||
      (rank(candidate) === rank(known) && candidate.processing > known.processing);
    if (isBetter) best.set(candidate.acquisition, candidate);
  }
  return [...best.values()]
    .map(({ scene }) => scene)
    .sort((a, b) => a.datetime.localeCompare(b.datetime) || a.id.localeCompare(b.id));
}

function detailOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}

/**
 * If there are several failures, a temporary one is reported, because it decides whether another
 * try may help.
 */
function reasonToReport(outcomes: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? outcome.reason : undefined,
  );
  const passing = reasons.find(mayPass);
  return passing ?? reasons[0];
}

/** Assets that no run reads, by their names in Earth Search and Planetary Computer. */
const unreadAssets = [
  ...['*-jp2', 'aot', 'cloud', 'coastal', 'nir08', 'nir09', 'rededge1', 'rededge2', 'rededge3'],
  ...['snow', 'visual', 'wvp', 'preview', 'thumbnail'],
  ...['granule_metadata', 'product_metadata', 'tileinfo_metadata'],
  ...['AOT', 'B01', 'B05', 'B06', 'B07', 'B8A', 'B09', 'WVP', 'tilejson', 'rendered_preview'],
  ...['safe-manifest', 'granule-metadata', 'inspire-metadata', 'product-metadata'],
  ...['datastrip-metadata'],
];

/** Fields of an asset that do not matter for reading it. */
const unreadOfAssets = [
  ...['title', 'roles', 'gsd', 'eo:bands', 'proj:shape', 'proj:transform', 'proj:bbox'],
  ...['file:checksum', 'file:size'],
];

/**
 * The fields that a search asks for (fields extension). They are a quarter of the 20 kB that Earth
 * Search has on a scene. Wanted fields are named because pgstac returns nothing else. Unwanted
 * fields are named because stac-server returns everything below `assets`; it accepts `*` for any
 * name, which pgstac ignores.
 */
export const readFields = {
  include: ['id', 'type', 'collection', 'geometry', 'properties', 'assets', 'links'],
  exclude: [
    ...unreadAssets.map((name) => `assets.${name}`),
    ...unreadOfAssets.map((name) => `assets.*.${name}`),
    'properties.s2:*_percentage',
  ],
} as const;
