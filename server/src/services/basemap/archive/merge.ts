import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { fromVectorTileJs, type VectorTileFeatureLike } from '@maplibre/vt-pbf';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { ArchiveFacts } from './archive.ts';
import { type Share, tileBox } from './share.ts';

const extent = 4096;
const pointType = 1;

interface Merging {
  readonly address: TileAddress;
  readonly bounds: ArchiveFacts['bounds'];
  readonly share: Exclude<Share, 'none'>;
}

/**
 * Lays a file's tile over the one below it. The ground, which is sea and land, is that of the tile below: a
 * file without the shapes of coasts has none, and around a region it is the only one. Where the file fills
 * only a part of the tile, lines and areas of the tile below go on under it, and names around it stay.
 * @returns the tile, not packed
 */
export function merged(over: VectorTile, under: VectorTile, merging: Merging): Uint8Array {
  const layers = new Map<string, VectorTileFeatureLike[]>();
  const add = (
    tile: VectorTile,
    isKept: (feature: VectorTileFeature, layer: string) => boolean,
  ) => {
    for (const [name, layer] of Object.entries(tile.layers)) {
      const features = layers.get(name) ?? [];
      layers.set(name, features);
      for (let index = 0; index < layer.length; index++) {
        const feature = layer.feature(index);
        if (isKept(feature, name)) features.push(scaled(feature));
      }
    }
  };
  const isGround = (feature: VectorTileFeature, layer: string) =>
    layer === 'land' || isSea(feature);
  add(under, (feature, layer) => {
    if (merging.share === 'whole') return isGround(feature, layer);
    return feature.type !== pointType || !isInside(feature, merging);
  });
  add(over, (feature, layer) => !isGround(feature, layer));
  return fromVectorTileJs({
    layers: Object.fromEntries(
      [...layers]
        .filter(([, features]) => features.length > 0)
        .map(([name, features]) => [
          name,
          {
            name,
            version: 2,
            extent,
            length: features.length,
            feature: (index: number) => features[index],
          },
        ]),
    ),
  });
}

/** The sea, in both schemas. */
export function isSea({ properties }: VectorTileFeature): boolean {
  return properties.class === 'ocean' || properties.kind === 'ocean';
}

/** A feature in the units of the merged tile. */
function scaled(feature: VectorTileFeature): VectorTileFeatureLike {
  const { id, type, properties } = feature;
  const factor = extent / feature.extent;
  const loadGeometry = () =>
    feature.loadGeometry().map((part) => part.map((point) => point.mult(factor).round()));
  return { id, type, properties, extent, loadGeometry };
}

function isInside(feature: VectorTileFeature, { bounds, address }: Merging): boolean {
  if (bounds === undefined) return true;
  const [left, top, right, bottom] = tileBox(bounds, address);
  const [[{ x, y }]] = feature.loadGeometry();
  const [column, row] = [x / feature.extent, y / feature.extent];
  return column >= left && column <= right && row >= top && row <= bottom;
}
