import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { merge } from 'topojson-client';
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopoMultiPolygon,
  Polygon as TopoPolygon,
} from 'topojson-specification';

/** How much of a tile lies in the contiguous United States. */
export type CountryShare =
  | { readonly kind: 'inside' | 'outside' }
  /** An SVG picture of the tile's size, opaque where the country is. */
  | { readonly kind: 'border'; readonly svg: string };

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
 * Finds how much of a tile lies in the country, from its boundary with shores (us-atlas, 1:10
 * million).
 */
export function countryIn(address: TileAddress, size: number): CountryShare {
  index ??= buildIndex();
  const parent = parentOf(address);
  const rings = index
    .getTile(parent.address.z, parent.address.x, parent.address.y)
    ?.features.flatMap((feature: CutFeature) => feature.geometry) as Ring[] | undefined;
  if (rings === undefined || rings.length === 0) return { kind: 'outside' };
  if (rings.length === 1 && isWholeTile(rings[0])) return { kind: 'inside' };
  const path = rings.map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('');
  const side = extent / parent.scale;
  const view = `${parent.column * side} ${parent.row * side} ${side} ${side}`;
  return {
    kind: 'border',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${view}"><path d="${path}" fill-rule="evenodd"/></svg>`,
  };
}

/** The tile that is cut for this tile, and the part of it that this tile covers. */
function parentOf({ z, x, y }: TileAddress) {
  const scale = 2 ** Math.max(0, z - maxZoom);
  const address = { z: Math.min(z, maxZoom), x: Math.floor(x / scale), y: Math.floor(y / scale) };
  return { address, scale, column: x % scale, row: y % scale };
}

function isWholeTile(ring: Ring): boolean {
  const edges = [-buffer, extent + buffer];
  return ring.every(([x, y]) => edges.includes(x) && edges.includes(y));
}

function buildIndex(): GeoJSONVT {
  const path = createRequire(import.meta.url).resolve('us-atlas/states-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ states: GeometryCollection }>;
  const states = atlas.objects.states.geometries.filter(
    (state): state is TopoPolygon | TopoMultiPolygon =>
      (state.type === 'Polygon' || state.type === 'MultiPolygon') &&
      !elsewhere.has(String(state.id)),
  );
  const geometry = merge(atlas, states);
  return new GeoJSONVT(
    { type: 'Feature', properties: {}, geometry },
    { maxZoom, indexMaxZoom: 4, tolerance: 2, extent, buffer },
  );
}
