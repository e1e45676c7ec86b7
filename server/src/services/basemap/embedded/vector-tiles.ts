import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { type LayerName, readGeography } from './geography.ts';

/** An index keeps every tile that it has cut. After this many tiles it is built anew to free memory. */
const maxTilesPerIndex = 20_000;
/** Deeper than the style asks for, since the tiles stand in for those of a service too. */
const deepestZoom = 14;
const extent = 4096;
/** The margin around a tile in which shapes are kept, so that no edge of a cut is seen. */
const buffer = 64;

/** Labels have no margin: each belongs to one tile. */
const labelLayers: ReadonlySet<string> = new Set(['water_name', 'aerodrome_label', 'place']);

/** The part of a tile's features that is used here. */
interface CutFeature {
  readonly type: number;
  readonly tags: { readonly min_zoom?: number; readonly class?: string } | null;
  readonly geometry: readonly (readonly (readonly [x: number, y: number])[])[];
}

/** Cuts the geography into Mapbox vector tiles of OpenMapTiles' schema. */
export class VectorTiles {
  #indexes: Map<LayerName, GeoJSONVT> | undefined;
  #tilesCut = 0;

  /** @returns the tile as uncompressed protocol buffers */
  cut({ z, x, y }: TileAddress): Uint8Array {
    if (this.#indexes === undefined || this.#tilesCut >= maxTilesPerIndex) {
      this.#indexes = buildIndexes();
      this.#tilesCut = 0;
    }
    this.#tilesCut++;

    const layers: Record<string, GeoJSONVTTile> = {};
    for (const [name, index] of this.#indexes) {
      const features: CutFeature[] = index.getTile(z, x, y)?.features ?? [];
      const shown = features.filter(({ tags }) => (tags?.min_zoom ?? 0) <= z + 1);
      if (name === 'water') shown.unshift(sea);
      if (shown.length > 0) layers[name] = { features: shown } as unknown as GeoJSONVTTile;
    }
    return fromGeojsonVt(layers, { version: 2, extent });
  }
}

const [low, high] = [-buffer, extent + buffer];
/**
 * The sea fills every tile, and the layer `land` lies above it. Cut out of the sea as thousands of
 * holes, the land would be lost in places when browsers triangulate.
 */
const sea = {
  type: 3,
  tags: { class: 'ocean' },
  geometry: [
    [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ],
  ],
} as CutFeature;

function buildIndexes(): Map<LayerName, GeoJSONVT> {
  const layers = Object.entries(readGeography()) as [LayerName, GeoJSON.Feature[]][];
  return new Map(
    layers.map(([name, features]) => [
      name,
      new GeoJSONVT(
        { type: 'FeatureCollection', features },
        {
          maxZoom: deepestZoom,
          indexMaxZoom: 4,
          tolerance: 4,
          extent,
          buffer: labelLayers.has(name) ? 0 : buffer,
        },
      ),
    ]),
  );
}
