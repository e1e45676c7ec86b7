import { gzipSync } from 'node:zlib';
import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { fromVectorTileJs, type VectorTileFeatureLike } from '@maplibre/vt-pbf';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import type { SourceFacts } from '../sources.ts';
import { inflate, readVectorTile } from '../tile-check.ts';
import { type Share, tileBox } from './share.ts';

const extent = 4096;
const pointType = 1;

interface Merging {
  readonly address: TileAddress;
  readonly bounds: SourceFacts['bounds'];
  readonly share: Exclude<Share, 'none'>;
}

/** A region's tile and the one over which it is laid, both packed by gzip. */
export interface Laid extends Merging {
  readonly over: Uint8Array;
  readonly under: Uint8Array;
}

/**
 * Lays a region's tile over the one below it. The ground, which is sea and land, is that of the tile below: a
 * region without the shapes of coasts has none, and around it that is the only one. Where the region fills
 * only a part of the tile, lines and areas of the tile below go on under it, and names around it stay.
 * @returns the tile, packed by gzip
 */
export async function laidOver({ over, under, ...merging }: Laid): Promise<Uint8Array> {
  const tiles = [over, under].map(async (each) => readVectorTile(await inflate(each)));
  const [upper, lower] = await Promise.all(tiles);
  return gzipSync(merged(upper, lower, merging));
}

function merged(over: VectorTile, under: VectorTile, merging: Merging): Uint8Array {
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

/** Whether a tile has the sea, whose shapes are not part of every extract. */
export function hasSeaIn({ water }: VectorTile['layers']): boolean {
  const count = water?.length ?? 0;
  return Array.from({ length: count }, (_, index) => water.feature(index)).some(isSea);
}

/** The sea, in both schemas. */
function isSea({ properties }: VectorTileFeature): boolean {
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
  // Around a region whose bounds are not known, names that occur twice hide each other.
  if (bounds === undefined) return false;
  const [left, top, right, bottom] = tileBox(bounds, address);
  const [[{ x, y }]] = feature.loadGeometry();
  const [column, row] = [x / feature.extent, y / feature.extent];
  return column >= left && column <= right && row >= top && row <= bottom;
}
