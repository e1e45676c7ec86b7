import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { limits } from '@refugia/contract/limits.ts';
import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { Feature, Geometry } from 'geojson';
import { PointClusters } from './point-clusters.ts';
import { type TileFeature, type TileLayer, writeTile } from './write-tile.ts';

const { maxTileBytes, maxTileZoom } = limits.collaborativeMapper;
const extent = 4096;
/** The sample from which the number of features that fit into a tile is estimated. */
const sampledFeatures = 500;
/** The size that is aimed at, as a share of the largest: features differ in size. */
const aimedShare = 0.95;

export type TileRow = readonly [
  id: string,
  layerId: string,
  revision: number,
  geometry: Geometry,
  colorBy: unknown,
  label: unknown,
  /** Whether its layer shows clusters of points. */
  isClustered: boolean,
];

export interface MadeTile {
  readonly bytes: Uint8Array;
  /** The number of features that were left out to limit the tile's size. */
  readonly leftOut: number;
}

/** A tile as it is kept and sent. */
export interface PackedTile {
  readonly gzipped: Uint8Array;
  /** Differs whenever the content of the tile does. */
  readonly etag: string;
  readonly leftOut: number;
}

/** The size of the packed tiles that are kept of one map. */
const keptBytes = 16e6;

function featureOf([id, layerId, revision, geometry, colorBy, label]: TileRow): Feature {
  return {
    type: 'Feature',
    id,
    geometry,
    properties: {
      id,
      revision,
      layer_id: layerId,
      ...(colorBy !== null && { color_by: colorBy }),
      ...(label !== null && { label: String(label) }),
    },
  };
}

/** The features that a filter hides, and the clusters of those that it does not. */
interface HiddenFeatures {
  readonly ids: ReadonlySet<string>;
  readonly clusters: Iterable<PointClusters>;
}

/** An index of the features of one map, from which vector tiles are cut. */
export class TileIndex {
  readonly #index: GeoJSONVT;
  readonly #clusters = new Map<string, PointClusters>();
  #packed = newCache();
  /** What each of the filters used last hides, by the filter's key. */
  #hidden = newFilters();
  /** The number of the last operation that the index includes. */
  seq: number;

  constructor(rows: readonly TileRow[], seq: number) {
    this.seq = seq;
    this.#index = new GeoJSONVT(
      { type: 'FeatureCollection', features: this.#withoutClustered(rows) },
      { maxZoom: maxTileZoom, indexMaxZoom: 4, tolerance: 3, buffer: 64, extent, updateable: true },
    );
  }

  get #nothing(): HiddenFeatures {
    return { ids: new Set(), clusters: this.#clusters.values() };
  }

  /**
   * Updates the index.
   * @param rows the changed features as they are now
   * @param removed ids of features that were deleted
   */
  update(rows: readonly TileRow[], removed: readonly string[], seq: number): void {
    const remove = [...removed, ...rows.map(([id]) => id)];
    for (const id of remove) for (const clusters of this.#clusters.values()) clusters.remove(id);
    this.#index.updateData({ remove, add: this.#withoutClustered(rows) });
    this.#packed = newCache();
    this.#hidden = newFilters();
    this.seq = seq;
  }

  /** Keeps the points that are clustered, and returns the other features. */
  #withoutClustered(rows: readonly TileRow[]): Feature[] {
    return rows.flatMap((row) => {
      const [id, layerId, , geometry, , , isClustered] = row;
      if (!isClustered || !/Point$/.test(geometry.type)) return featureOf(row);
      const clusters = this.#clusters.get(layerId) ?? new PointClusters(layerId, extent);
      this.#clusters.set(layerId, clusters);
      clusters.set(id, featureOf(row) as Parameters<PointClusters['set']>[1]);
      return [];
    });
  }

  /** Remembers which features a filter hides, until the map changes. */
  hide(filter: string, ids: ReadonlySet<string>): void {
    const clusters = [...this.#clusters.values()].map((each) => each.without(ids));
    this.#hidden.set(filter, { ids, clusters });
  }

  /**
   * Cuts and packs a tile, or takes the one that was packed since the last change of the map.
   * @param filter the key of a filter
   * @returns undefined when it is not known what the filter hides
   */
  pack(z: number, x: number, y: number, filter?: string): PackedTile | undefined {
    const hidden = filter === undefined ? this.#nothing : this.#hidden.get(filter);
    if (!hidden) return undefined;
    return this.#packed.getOrMake(`${z}/${x}/${y}/${filter ?? ''}`, () => {
      const { bytes, leftOut } = this.cut(z, x, y, hidden);
      const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      // Higher levels save 2 % more and take longer than cutting the tile.
      const gzipped = gzipSync(bytes, { level: constants.Z_BEST_SPEED });
      return { gzipped, etag: `"${digest}"`, leftOut };
    });
  }

  /**
   * Cuts a tile with the layers `features` and `meta`. If the tile would be too large, features are
   * left out evenly.
   * @param hidden the features that are not drawn. Default: none
   */
  cut(z: number, x: number, y: number, hidden: HiddenFeatures = this.#nothing): MadeTile {
    const plain = (this.#index.getTile(z, x, y)?.features ?? []) as unknown as TileFeature[];
    const { ids, clusters } = hidden;
    const all = [
      ...plain.filter(({ tags }) => ids.size === 0 || !ids.has(String(tags?.id))),
      ...[...clusters].flatMap((each) => each.cut(z, x, y)),
    ];
    const encoded = (kept: typeof all) => {
      const leftOut = all.length - kept.length;
      return { bytes: encode(kept, { seq: this.seq, leftOut }), leftOut };
    };
    // Most of the time goes into writing, so a sample is written first and shows how many fit.
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

/** The number of hidden features, over all filters, that are remembered for one map. */
const keptHidden = 500_000;

function newFilters(): LeastRecentlyUsed<HiddenFeatures> {
  return new LeastRecentlyUsed(keptHidden, ({ ids }) => ids.size + 1);
}

function newCache(): LeastRecentlyUsed<PackedTile> {
  return new LeastRecentlyUsed(keptBytes, ({ gzipped }) => gzipped.length);
}

/** Estimates how many features fit into a tile, from the bytes that a number of features take. */
function fitting(features: number, bytes: number): number {
  return Math.floor((features * maxTileBytes * aimedShare) / bytes);
}

/** At most that many items of a list, evenly spaced. */
function thin<Item>(all: readonly Item[], most: number): Item[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)]);
}

function encode(
  features: readonly TileFeature[],
  { seq, leftOut }: { seq: number; leftOut: number },
): Uint8Array {
  const meta: TileLayer = {
    name: 'meta',
    features: [{ type: 1, geometry: [[extent / 2, extent / 2]], tags: { seq, left_out: leftOut } }],
  };
  return writeTile(features.length > 0 ? [{ name: 'features', features }, meta] : [meta], extent);
}
