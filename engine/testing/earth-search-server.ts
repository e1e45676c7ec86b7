import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSimulationTransport, simulationCatalogue } from '@refugia/simulation/index.ts';
import { TransportError } from '../src/source/transport.ts';

/** What the server has been asked for, and what it has sent. */
export interface ServedCounts {
  searches: number;
  searchBytes: number;
  items: number;
  ranges: number;
  rangeBytes: number;
}

export interface EarthSearchServer {
  /** Root of the STAC API. */
  readonly catalogueUrl: string;
  /** Name and port, for a transport's allowed hosts. */
  readonly host: string;
  /** Since the start. */
  readonly counts: ServedCounts;
  close(): Promise<void>;
}

export interface EarthSearchOptions {
  /** Every request waits so long before it is answered. */
  latencyMilliseconds?: number;
  /** Its collections; each lists every scene. */
  collections?: readonly string[];
  /** Each scene is listed so many times, as if it had been taken anew some minutes later. */
  copies?: number;
  /** Searches that are answered with HTTP status 502, by their number from 1. */
  failsSearch?: (number: number) => boolean;
}

const defaults = {
  latencyMilliseconds: 0,
  collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
  copies: 1,
  failsSearch: () => false,
};

/** Assets that Earth Search lists beside those that are read. */
const jp2Assets = [
  'aot',
  'blue',
  'coastal',
  'green',
  'nir',
  'nir08',
  'red',
  'scl',
  'swir16',
  'visual',
];
const furtherAssets = [
  ...jp2Assets.map((name) => `${name}-jp2`),
  ...['aot', 'cloud', 'coastal', 'nir08', 'nir09', 'rededge1', 'rededge2', 'rededge3', 'snow'],
  ...['visual', 'wvp', 'preview', 'thumbnail', 'granule_metadata', 'product_metadata'],
];

type Json = Record<string, unknown>;

/**
 * The simulation's scenes behind real HTTP, in Earth Search's shape: POST /v1/search with pages,
 * `numberMatched` and the fields extension as stac-server has it (a default list, exclusions win, `*`
 * stands for any name), entries as long as the real ones, and files that are read by ranges. Nothing
 * is stored: entries and files are made when they are asked for.
 */
export async function startEarthSearchServer(
  options: EarthSearchOptions = {},
): Promise<EarthSearchServer> {
  const settings = { ...defaults, ...options };
  const simulation = createSimulationTransport({ now: () => new Date('2026-01-01T00:00:00Z') });
  const root = simulationCatalogue.catalogueUrl;
  const counts = { searches: 0, searchBytes: 0, items: 0, ranges: 0, rangeBytes: 0 };
  const server = createServer((request, response) => {
    setTimeout(() => {
      answer(request, response).catch((error: unknown) => {
        const status = error instanceof TransportError ? (error.status ?? 500) : 500;
        response.writeHead(status).end(String(error));
      });
    }, settings.latencyMilliseconds);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const catalogueUrl = `http://${host}/v1`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    if (url === '/v1/search') {
      counts.searches++;
      if (settings.failsSearch(counts.searches)) {
        response.writeHead(502).end();
        return;
      }
      const text = JSON.stringify(await search(JSON.parse(await bodyOf(request)) as Json));
      counts.searchBytes += text.length;
      response.writeHead(200, { 'content-type': 'application/geo+json' }).end(text);
      return;
    }
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const offset = Number(first);
    const bytes = await simulation.range(
      `${root}${url.slice(3)}`,
      offset,
      Number(last) - offset + 1,
    );
    counts.ranges++;
    counts.rangeBytes += bytes.length;
    if (bytes.length === 0) {
      response.writeHead(416, { 'content-range': 'bytes */0' }).end();
      return;
    }
    const range = `bytes ${offset}-${offset + bytes.length - 1}/*`;
    response.writeHead(206, { 'content-range': range, 'content-length': bytes.length }).end(bytes);
  }

  /** One page; `next` counts entries, copies included. */
  async function search({ fields, next = '0', limit, collections, ...query }: Json): Promise<Json> {
    const { copies } = settings;
    const [collection = ''] = (collections ?? []) as string[];
    const [start, size] = [Number(next), Number(limit)];
    const isKnown = settings.collections.includes(collection);
    const reply = (await simulation.json(`${root}/search`, {
      body: {
        ...query,
        collections: isKnown ? [...simulationCatalogue.collections] : ['none'],
        limit: Math.max(1, Math.ceil(size / copies)),
        next: String(Math.floor(start / copies)),
      },
    })) as { features: Json[]; numberMatched: number };
    const matched = reply.numberMatched * copies;
    const features = reply.features
      .flatMap((item) =>
        Array.from({ length: copies }, (_, copy) => entryOf(item, { collection, copy })),
      )
      .slice(0, size)
      .map((item) => withFields(item, fields as FieldChoice | undefined));
    counts.items += features.length;
    const end = start + features.length;
    const link = {
      rel: 'next',
      method: 'POST',
      href: `${catalogueUrl}/search`,
      merge: false,
      body: { ...query, collections, limit, ...(fields ? { fields } : {}), next: String(end) },
    };
    const links = end < matched ? [link] : [];
    return { type: 'FeatureCollection', features, links, numberMatched: matched };
  }

  function entryOf(item: Json, { collection, copy }: { collection: string; copy: number }): Json {
    const properties = item.properties as Json;
    const time = Date.parse(properties.datetime as string) + copy * 20 * 60_000;
    const own = Object.entries(item.assets as Record<string, Json>).map(([key, asset]) => [
      key,
      { ...filler, ...asset, href: (asset.href as string).replace(root, catalogueUrl) },
    ]);
    const further = furtherAssets.map((key) => [key, { ...filler, href: `s3://none/${key}.tif` }]);
    const id = `${item.id as string}_${copy}`;
    return {
      ...item,
      id,
      collection,
      properties: { ...moreProperties, ...properties, datetime: new Date(time).toISOString() },
      links: ['self', 'collection', 'root', 'parent', 'license', 'thumbnail'].map((rel) => ({
        rel,
        type: 'application/json',
        href: `${catalogueUrl}/collections/${collection}/items/${id}/${rel}`,
      })),
      assets: Object.fromEntries([...own, ...further]),
    };
  }

  return {
    catalogueUrl,
    host,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What an entry says of each asset and of itself beside what is read: as much as a real one. */
const filler = {
  title: 'A band of a scene, with a title as long as those of the catalogue',
  'eo:bands': [
    { name: 'B02', common_name: 'blue', center_wavelength: 0.49, full_width_half_max: 0.098 },
  ],
  'proj:shape': [10_980, 10_980],
  'proj:transform': [10, 0, 399_960, 0, -10, 9_500_020],
  'file:checksum': '1220'.padEnd(68, '0'),
  'file:size': 116_319_823,
  'raster:bands': [
    {
      nodata: 0,
      data_type: 'uint16',
      bits_per_sample: 15,
      spatial_resolution: 10,
      scale: 0.0001,
      offset: -0.1,
    },
  ],
};
const moreProperties = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`s2:cover_${index}_percentage`, 12.345678]),
);

interface FieldChoice {
  include?: string[];
  exclude?: string[];
}

const defaultFields = [
  'id',
  'type',
  'geometry',
  'bbox',
  'links',
  'assets',
  'collection',
  'properties.datetime',
];

/** As stac-server has it: any choice begins with a default list; what is excluded is out. */
function withFields(item: Json, choice: FieldChoice | undefined): Json {
  if (!choice) return item;
  const { include = [], exclude = [] } = choice;
  const included = [...defaultFields, ...include].filter((field) => !exclude.includes(field));
  return keep(item, [], (path) => {
    const isExcluded = exclude.some((field) => covers(field, path));
    return (
      !isExcluded && included.some((field) => covers(field, path) || field.startsWith(`${path}.`))
    );
  });
}

function keep(value: Json, path: string[], isKept: (path: string) => boolean): Json {
  const kept: Json = {};
  for (const [key, member] of Object.entries(value)) {
    const here = [...path, key];
    if (!isKept(here.join('.'))) continue;
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member);
    kept[key] = isObject ? keep(member as Json, here, isKept) : member;
  }
  return kept;
}

const patterns = new Map<string, RegExp>();

/** Whether a field is the path, or lies above it. */
function covers(field: string, path: string): boolean {
  let pattern = patterns.get(field);
  if (!pattern) {
    const escaped = field.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    pattern = new RegExp(`^${escaped}(\\..*)?$`);
    patterns.set(field, pattern);
  }
  return pattern.test(path);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
