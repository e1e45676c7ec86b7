import { access, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

interface Item {
  type: string;
  id: string;
  collection: string;
  bbox: [number, number, number, number];
  properties: { datetime: string };
  assets: Record<string, { href: string }>;
  links?: unknown[];
}

interface SearchBody {
  collections?: string[];
  datetime?: string;
  intersects?: { coordinates: unknown };
  limit?: number;
  /** Where the page starts: this catalogue's own paging token. */
  next?: string;
}

/**
 * The STAC items under a folder, with the addresses of their GeoTIFFs turned to `filesUrl`. Nothing
 * else is changed. A file that isn't in the folder gets an address too, one that answers 404.
 */
export async function readItems(folder: string, filesUrl: string): Promise<Item[]> {
  const names = await readdir(folder, { recursive: true });
  const items: Item[] = [];
  for (const name of names.filter((path) => path.endsWith('.json')).sort()) {
    const path = join(folder, name);
    const item = JSON.parse(await readFile(path, 'utf8')) as Item;
    if (item.type !== 'Feature' || !item.assets) continue;
    for (const asset of Object.values(item.assets)) {
      if (!/\.tiff?$/.test(asset.href)) continue;
      const beside = join(dirname(path), basename(asset.href));
      const local = (await exists(join(dirname(path), asset.href)))
        ? join(dirname(path), asset.href)
        : beside;
      asset.href = `${filesUrl}/${relative(folder, local)}`;
    }
    items.push(item);
  }
  return items;
}

/** Answers POST /search: by collection, time and bounds, page by page, links as Earth Search has them. */
export function searchItems(
  items: readonly Item[],
  body: SearchBody,
  { searchUrl, maxPageSize }: { searchUrl: string; maxPageSize: number },
): unknown {
  const bounds = boundsOf(body.intersects?.coordinates);
  const [from = '', to = '9999'] = (body.datetime ?? '').split('/');
  const found = items
    .filter((item) => !body.collections || body.collections.includes(item.collection))
    .filter(({ properties }) => properties.datetime >= from && properties.datetime <= to)
    .filter(({ bbox }) => overlaps(bbox, bounds))
    .sort((a, b) => b.properties.datetime.localeCompare(a.properties.datetime));
  const start = Number(body.next ?? 0);
  const end = start + Math.min(body.limit ?? 10, maxPageSize);
  const next = {
    rel: 'next',
    method: 'POST',
    type: 'application/geo+json',
    href: searchUrl,
    merge: false,
    body: { ...body, next: String(end) },
  };
  return {
    type: 'FeatureCollection',
    features: found.slice(start, end),
    numberMatched: found.length,
    links: end < found.length ? [next] : [],
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

type Bounds = [west: number, south: number, east: number, north: number];

function boundsOf(coordinates: unknown): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [x, y] = value;
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const member of value) visit(member);
      return;
    }
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  };
  visit(coordinates);
  return bounds;
}

function overlaps(a: Bounds, b: Bounds): boolean {
  if (b[0] === Infinity) return true;
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}
