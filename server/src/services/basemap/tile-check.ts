import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { pictureTypeOf } from '../pictures/picture-signature.ts';
import type { VectorSchema } from './sources.ts';

/** The largest tile, after inflating. Those of OpenStreetMap have at most about a megabyte. */
export const maxTileBytes = 6_000_000;
export const vectorMediaType = 'application/vnd.mapbox-vector-tile';

const layersOf: Readonly<Record<VectorSchema, readonly string[]>> = {
  // https://openmaptiles.org/schema/
  openmaptiles:
    'aerodrome_label aeroway boundary building housenumber landcover landuse mountain_peak park place poi transportation transportation_name water water_name waterway'.split(
      ' ',
    ),
  // https://docs.protomaps.com/basemaps/layers
  protomaps: 'boundaries buildings earth landcover landuse places pois roads water'.split(' '),
};

/** The schema that has most of these layers, or undefined where they are of another one. */
export function schemaOf(layers: readonly string[]): VectorSchema | undefined {
  const count = (schema: VectorSchema) =>
    layersOf[schema].filter((layer) => layers.includes(layer)).length;
  const schema = count('protomaps') > count('openmaptiles') ? 'protomaps' : 'openmaptiles';
  return count(schema) >= 2 ? schema : undefined;
}

/** Inflates a tile that is packed by gzip. @throws where it is not packed well, or too large */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked
    ? await promisify(gunzip)(bytes, { maxOutputLength: maxTileBytes })
    : bytes;
  if (plain.length > maxTileBytes) throw new RangeError(`a tile of ${plain.length} bytes`);
  return plain;
}

/** @throws where the bytes, which are inflated, are no vector tile */
export function readVectorTile(plain: Uint8Array): VectorTile {
  const tile = new VectorTile(new PbfReader(plain));
  if (plain.length > 0 && Object.keys(tile.layers).length === 0) {
    throw new TypeError('this is no vector tile');
  }
  return tile;
}

/** What a tile must be to be kept and sent on. */
export interface CheckedTile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * Checks a tile from outside.
 * @returns the tile, a vector tile packed by gzip; null for one without layers
 * @throws where it is no tile
 */
export async function checkTile(
  type: 'raster' | 'vector',
  bytes: Uint8Array,
): Promise<CheckedTile | null> {
  if (type === 'raster') {
    const mediaType = pictureTypeOf(bytes);
    if (mediaType === undefined) {
      throw new TypeError('it answers with something that is no picture');
    }
    return { bytes, mediaType };
  }
  const plain = await inflate(bytes);
  if (Object.keys(readVectorTile(plain).layers).length === 0) return null;
  const packed = plain === bytes ? await promisify(gzip)(plain) : bytes;
  return { bytes: packed, mediaType: vectorMediaType };
}
