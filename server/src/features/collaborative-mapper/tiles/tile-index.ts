import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { limits } from '@refugia/contract/limits.ts';
import type { Feature, Geometry } from 'geojson';
import { type TileFeature, type TileLayer, writeTile } from './write-tile.ts';

const { maxTileBytes, maxTileZoom } = limits.collaborativeMapper;
const extent = 4096;
/** From so many features of a tile it is estimated how many fit into one. */
const sampledFeatures = 500;
/** What is aimed at, as a share of the largest tile, because features differ in size. */
const aimedShare = 0.95;

/** A feature as it goes into tiles. */
export type TileRow = readonly [
  id: string,
  layerId: string | null,
  revision: number,
  geometry: Geometry,
  colorBy: unknown,
  label: unknown,
];

export interface MadeTile {
  readonly bytes: Uint8Array;
  /** Features that were thinned out. */
  readonly leftOut: number;
}

function featureOf([id, layerId, revision, geometry, colorBy, label]: TileRow): Feature {
  return {
    type: 'Feature',
    id,
    geometry,
    properties: {
      id,
      revision,
      ...(layerId !== null && { layer_id: layerId }),
      ...(colorBy !== null && { color_by: colorBy }),
      ...(label !== null && { label: String(label) }),
    },
  };
}

/** The features of one map, cut into vector tiles. */
export class TileIndex {
  readonly #index: GeoJSONVT;
  /** The last operation that it includes. */
  seq: number;

  constructor(rows: readonly TileRow[], seq: number) {
    this.seq = seq;
    this.#index = new GeoJSONVT(
      { type: 'FeatureCollection', features: rows.map(featureOf) },
      { maxZoom: maxTileZoom, indexMaxZoom: 4, tolerance: 3, buffer: 64, extent, updateable: true },
    );
  }

  /** Takes what changed: features as they are now, and ids of those that are gone. */
  update(rows: readonly TileRow[], removed: readonly string[], seq: number): void {
    this.#index.updateData({
      remove: [...removed, ...rows.map(([id]) => id)],
      add: rows.map(featureOf),
    });
    this.seq = seq;
  }

  /**
   * A tile of the layers `features` and `meta`. Where it would be too large, features are left out
   * evenly.
   */
  cut(z: number, x: number, y: number): MadeTile {
    const tile = this.#index.getTile(z, x, y);
    const all = tile?.features ?? [];
    const encoded = (kept: typeof all) => {
      const leftOut = all.length - kept.length;
      return {
        bytes: encode(tile && { ...tile, features: kept }, { seq: this.seq, leftOut }),
        leftOut,
      };
    };
    // Writing a tile takes most of the time, so that it is not tried with all features at first.
    const sample = thin(all, sampledFeatures);
    let kept = all;
    let made = encoded(sample);
    if (sample.length < all.length) {
      kept = thin(all, fitting(sample.length, made.bytes.length));
      made = encoded(kept);
    }
    while (made.bytes.length > maxTileBytes && kept.length > 0) {
      kept = thin(all, Math.min(kept.length - 1, fitting(kept.length, made.bytes.length)));
      made = encoded(kept);
    }
    return made;
  }
}

/** How many features fit into a tile, if so many took so many bytes. */
function fitting(features: number, bytes: number): number {
  return Math.floor((features * maxTileBytes * aimedShare) / bytes);
}

/** So many of a list, evenly from all of it. */
function thin<Item>(all: readonly Item[], most: number): Item[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]);
}

function encode(
  tile: GeoJSONVTTile | null,
  { seq, leftOut }: { seq: number; leftOut: number },
): Uint8Array {
  const meta: TileLayer = {
    name: 'meta',
    features: [{ type: 1, geometry: [[extent / 2, extent / 2]], tags: { seq, left_out: leftOut } }],
  };
  const features = (tile?.features ?? []) as unknown as TileFeature[];
  return writeTile(features.length > 0 ? [{ name: 'features', features }, meta] : [meta], extent);
}
