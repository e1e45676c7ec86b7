import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { type PictureName, vectorMaxZoom } from '../sources.ts';
import { type LayerName, layerNames, readGeography } from './geography.ts';
import { PictureTiles } from './pictures.ts';
import { findPlaces } from './places.ts';

/**
 * What this thread makes: pictures as WebP, vectors as gzipped protocol buffers, places as JSON.
 * One thread makes all three because they use the same geography.
 */
export type BasemapTask =
  | { readonly kind: PictureName | 'vector'; readonly address: TileAddress }
  | { readonly kind: 'places'; readonly query: string; readonly limit: number };

/** The zoom from which tiles contain a layer. */
const layerMinZoom: Partial<Record<LayerName, number>> = {
  counties: 5,
  county_labels: 7,
  rivers: 2,
  states: 2,
  places: 2,
};

/**
 * An index keeps every tile that it has cut. After this many tiles it is built anew to free memory.
 */
const maxTilesPerIndex = 20_000;

/** Cuts the geography into Mapbox vector tiles. */
class VectorTiles {
  #indexes: Map<LayerName, GeoJSONVT> | undefined;
  #tilesCut = 0;

  /** @returns the tile as uncompressed protocol buffers; empty where there is only sea */
  cut({ z, x, y }: TileAddress): Uint8Array {
    if (this.#indexes === undefined || this.#tilesCut >= maxTilesPerIndex) {
      this.#indexes = buildIndexes();
      this.#tilesCut = 0;
    }
    this.#tilesCut++;

    const layers: Record<string, GeoJSONVTTile> = {};
    for (const [name, index] of this.#indexes) {
      if (z < (layerMinZoom[name] ?? 0)) continue;
      const tile = index.getTile(z, x, y);
      if (tile === null) continue;
      const shown = tile.features.filter((each: TileFeature) => isShown(each, z));
      if (shown.length > 0) layers[name] = { ...tile, features: shown };
    }
    return fromGeojsonVt(layers, { version: 2, extent: 4096 });
  }
}

/** The part of a tile's features that is used here. */
interface TileFeature {
  readonly tags: { readonly minZoom?: number } | null;
}

/**
 * Whether a tile of zoom z contains a feature: those shown up to zoom z + 1, since a 512-pixel tile
 * is used up to one zoom beyond its own.
 */
function isShown({ tags }: TileFeature, z: number): boolean {
  return (tags?.minZoom ?? 0) <= z + 1;
}

function buildIndexes(): Map<LayerName, GeoJSONVT> {
  const geography = readGeography();
  const indexOf = (name: LayerName) =>
    new GeoJSONVT(geography[name], {
      maxZoom: vectorMaxZoom,
      indexMaxZoom: 4,
      tolerance: 4,
      buffer: name.endsWith('labels') || name === 'places' ? 0 : 64,
    });
  return new Map(layerNames.map((name) => [name, indexOf(name)]));
}

const vectors = new VectorTiles();
const pictures = new PictureTiles();

async function make(task: BasemapTask): Promise<Uint8Array> {
  switch (task.kind) {
    case 'vector':
      return gzipSync(vectors.cut(task.address));
    case 'places':
      return Buffer.from(JSON.stringify(findPlaces(task.query, task.limit)));
    case 'satellite':
    case 'relief':
      return pictures.draw(task.kind, task.address);
  }
}

serveTasks<BasemapTask, Uint8Array>(make);
