import { type ClusterProperties, Supercluster } from '@maplibre/geojson-vt';
import { clustering } from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { Feature, MultiPoint, Point } from 'geojson';
import type { TileFeature } from './write-tile.ts';

type PointFeature = Feature<Point | MultiPoint>;

/** Supercluster measures the radius of clusters in tiles of this size. */
const pixels = 512;

/** The points of one layer, which tiles show as clusters with their counts. */
export class PointClusters {
  readonly #layerId: string;
  readonly #extent: number;
  readonly #points = new Map<string, PointFeature>();
  #index: Supercluster | undefined;

  /** @param extent the width and height of tiles in their own coordinates */
  constructor(layerId: string, extent: number) {
    this.#layerId = layerId;
    this.#extent = extent;
  }

  set(id: string, point: PointFeature): void {
    this.#points.set(id, point);
    this.#index = undefined;
  }

  remove(id: string): void {
    if (this.#points.delete(id)) this.#index = undefined;
  }

  /** The same points without some of them, which then are in no cluster. */
  without(ids: ReadonlySet<string>): PointClusters {
    const others = new PointClusters(this.#layerId, this.#extent);
    for (const [id, point] of this.#points) if (!ids.has(id)) others.set(id, point);
    return others;
  }

  /**
   * The clusters and single points of a tile. A cluster has the number of its points and the zoom at
   * which it falls apart.
   */
  cut(z: number, x: number, y: number): TileFeature[] {
    this.#index ??= this.#build();
    const index = this.#index;
    const features = (index.getTile(z, x, y)?.features ?? []) as unknown as TileFeature[];
    return features.map((feature) => {
      const { cluster_id: id, point_count: count } = (feature.tags ?? {}) as ClusterProperties;
      if (id === undefined) return feature;
      const zoom = index.getClusterExpansionZoom(id);
      return {
        ...feature,
        tags: { layer_id: this.#layerId, point_count: count, expansion_zoom: zoom },
      };
    });
  }

  #build(): Supercluster {
    const index = new Supercluster({
      radius: (clustering.radiusPixels * this.#extent) / pixels,
      extent: this.#extent,
      maxZoom: clustering.maxZoom,
    });
    index.load([...this.#points.values()]);
    return index;
  }
}
