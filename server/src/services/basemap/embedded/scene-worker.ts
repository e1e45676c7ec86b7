import { setPriority } from 'node:os';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { renderMosaicTile } from '@refugia/simulation/index.ts';
import sharp from 'sharp';
import { merge } from 'topojson-client';
import { readAtlas, topologyAreasOf } from './atlas.ts';

/** A tile of one summer's simulated scenes. */
export interface SceneTask {
  readonly year: number;
  readonly address: TileAddress;
}

/** A tile is shown at 512 pixels. This size takes a third of the work and looks hardly coarser. */
const tilePixels = 320;

/** Replies to people come first. On Linux each thread has its own priority. */
const niceness = 5;

if (process.platform === 'linux') setPriority(niceness);

/** @returns WebP, transparent outside the country */
async function draw({ year, address }: SceneTask): Promise<Uint8Array> {
  const country = countryIn(address, tilePixels);
  if (country === null) return emptyPicture();
  const pixels = await renderMosaicTile(address, { year, size: tilePixels });
  const raw = { width: tilePixels, height: tilePixels, channels: 4 } as const;
  return await sharp(pixels, { raw })
    .composite([{ input: Buffer.from(country), blend: 'dest-in' }])
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
}

function emptyPicture(): Promise<Uint8Array> {
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: 8, height: 8, channels: 4, background } })
    .webp()
    .toBuffer();
}

/** FIPS codes of Alaska, Hawaii and the territories, which the simulation does not cover. */
const elsewhere = new Set(['02', '15', '60', '66', '69', '72', '78']);

const extent = 4096;
/** Width of a margin around the tile, in its units, so that the clipping edge is never visible. */
const buffer = 64;
/** The deepest zoom that is cut. Deeper tiles are parts of these. */
const maxZoom = 12;

/** The part of a cut tile's features that is used here: their rings in the tile's units. */
interface CutFeature {
  readonly geometry: readonly Ring[];
}
type Ring = readonly (readonly [x: number, y: number])[];

let index: GeoJSONVT | undefined;

/**
 * A tile's part of the country, by its boundary with shores (us-atlas, 1:10 million): an SVG picture
 * of the tile's size, opaque where the country is; null outside.
 */
function countryIn(address: TileAddress, size: number): string | null {
  index ??= buildIndex();
  const parent = parentOf(address);
  const rings = index
    .getTile(parent.address.z, parent.address.x, parent.address.y)
    ?.features.flatMap((feature: CutFeature) => feature.geometry) as Ring[] | undefined;
  if (rings === undefined || rings.length === 0) return null;
  const path = rings.map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('');
  const side = extent / parent.scale;
  const view = `${parent.column * side} ${parent.row * side} ${side} ${side}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${view}"><path d="${path}" fill-rule="evenodd"/></svg>`;
}

/** The tile that is cut for this tile, and the part of it that this tile covers. */
function parentOf({ z, x, y }: TileAddress) {
  const scale = 2 ** Math.max(0, z - maxZoom);
  const address = { z: Math.min(z, maxZoom), x: Math.floor(x / scale), y: Math.floor(y / scale) };
  return { address, scale, column: x % scale, row: y % scale };
}

function buildIndex(): GeoJSONVT {
  const atlas = readAtlas('states');
  const states = topologyAreasOf(atlas, 'states').filter(({ id }) => !elsewhere.has(String(id)));
  const geometry = merge(atlas, states);
  return new GeoJSONVT(
    { type: 'Feature', properties: {}, geometry },
    { maxZoom, indexMaxZoom: 4, tolerance: 2, extent, buffer },
  );
}

serveTasks<SceneTask, Uint8Array>(draw);
