import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { TileAddress } from '@refugia/engine/render/web-mercator.ts';
import { type LayerName, layerNames, readGeography } from './geography.ts';

/** The deepest tiles that are made; the map draws closer views from them. */
export const vectorMaxZoom = 10;

/** The zoom from which a layer is in the tiles at all. */
const layerMinZoom: Partial<Record<LayerName, number>> = {
  counties: 5,
  county_labels: 7,
  rivers: 2,
  states: 2,
  places: 2,
};

/** An index keeps every tile that it has cut; after so many it is built anew. */
const maxTilesPerIndex = 20_000;

/** Cuts the geography into Mapbox vector tiles. */
export class VectorTiles {
  #indexes: Map<LayerName, GeoJSONVT> | undefined;
  #tilesCut = 0;

  /** @returns the tile as uncompressed protocol buffers; empty where there is only sea */
  cut({ z, x, y }: TileAddress): Uint8Array {
    if (this.#indexes === undefined || this.#tilesCut >= maxTilesPerIndex) {
      this.#indexes = buildIndexes();
      this.#tilesCut = 0;
    }
    this.#tilesCut += 1;

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

/** What is read of a tile's features here. */
interface TileFeature {
  readonly tags: { readonly minZoom?: number } | null;
}

/** Tiles are 512 pixels wide and serve up to a whole zoom further in than their own. */
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
