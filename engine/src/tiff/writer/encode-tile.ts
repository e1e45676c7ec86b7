import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { copySamples } from '../../loops/copy-samples.ts';
import { copyDifferences, takeFloatDifferences } from '../../loops/predictors.ts';
import {
  bytesPerSample,
  createSamples,
  type Samples,
  type SampleType,
} from '../../raster/samples.ts';
import { applyFloatDifferences } from '../codecs/predictor.ts';
import type { Predictor } from '../structure/encoding.ts';

const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflate);

export interface TileEncoding {
  readonly sampleType: SampleType;
  readonly tileSize: number;
  readonly predictor: Predictor;
  /** zlib's level: 1 is fast, 9 is small. */
  readonly level: number;
  readonly matching: DeflateMatching;
  /** Whether another thread compresses the tile. */
  readonly inBackground: boolean;
}

/**
 * What deflate searches for in a tile: strings that occurred before, or only runs of one byte. Runs
 * take half of the time, and the file is little larger if a picture's differences are noise.
 */
export type DeflateMatching = 'strings' | 'runs';

const strategies = {
  strings: zlib.constants.Z_DEFAULT_STRATEGY,
  runs: zlib.constants.Z_RLE,
} as const satisfies Record<DeflateMatching, number>;

/** The samples of a tile, or of the part of it that lies in the image. */
export interface TileSamples {
  readonly bands: readonly Samples[];
  readonly width: number;
  readonly rows: number;
}

/** Encodes a tile: pixel by pixel, little-endian, compressed with deflate. */
export async function encodeTile(tile: TileSamples, encoding: TileEncoding): Promise<Uint8Array> {
  const bytes = tileBytes(tile, encoding);
  const options = deflateOptions(bytes, encoding);
  const deflated = await (encoding.inBackground
    ? deflate(bytes, options)
    : zlib.deflateSync(bytes, options));
  // Copied, because deflate returns a view that keeps the whole chunk in memory.
  return new Uint8Array(deflated);
}

/** Encodes a tile as `encodeTile` does, in this thread. The result is to be written at once. */
export function encodeTileHere(tile: TileSamples, encoding: TileEncoding): Uint8Array {
  const bytes = tileBytes(tile, encoding);
  return zlib.deflateSync(bytes, deflateOptions(bytes, encoding));
}

function deflateOptions(bytes: Uint8Array, { level, matching }: TileEncoding): zlib.ZlibOptions {
  return {
    level,
    strategy: strategies[matching],
    // Large chunks, because each chunk is passed to another thread and back.
    chunkSize: 1024 + bytes.length,
    // The largest value gives fewer and larger blocks, which takes an eighth less time.
    memLevel: 9,
  };
}

/** The bytes of a tile that are compressed. */
function tileBytes(tile: TileSamples, encoding: TileEncoding): Uint8Array {
  const { sampleType, tileSize, predictor } = encoding;
  const { bands, width, rows } = tile;
  const bandCount = bands.length;
  const isWhole = bandCount === 1 && width === tileSize && rows === tileSize;
  const samples = isWhole && predictor === 3 ? bands[0] : wholeTile(tile, encoding);
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  if (predictor !== 3) return bytes;
  const shape = { rows: tileSize, samplesPerRow: tileSize * bandCount, bands: bandCount };
  return bandCount === 1 && sampleType === 'float32'
    ? takeFloatDifferences(bytes, shape)
    : applyFloatDifferences(bytes, shape, bytesPerSample(sampleType));
}

/**
 * Encodes a mask's tile with one bit for each pixel. Rows begin with a new byte. It is 0 beyond the
 * image's edge.
 */
export function encodeMaskTile(
  mask: Uint8Array,
  width: number,
  rows: number,
  tileSize: number,
): Uint8Array {
  const rowBytes = tileSize / 8;
  const bits = new Uint8Array(rowBytes * tileSize);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      if (mask[row * width + column] !== 0) {
        bits[row * rowBytes + (column >> 3)] |= 128 >> (column & 7);
      }
    }
  }
  return new Uint8Array(zlib.deflateSync(bits));
}

/**
 * The samples of a whole tile pixel by pixel, with predictor 2 as differences. Beyond the image's edge the last
 * samples are repeated, which costs almost nothing after compression: as differences they are zeros.
 */
function wholeTile(
  { bands, width, rows }: TileSamples,
  { sampleType, tileSize, predictor }: TileEncoding,
): Samples {
  const rowSamples = tileSize * bands.length;
  const tile = createSamples(sampleType, tileSize * rowSamples);
  bands.forEach((band, index) => {
    const from = { first: 0, column: 1, row: width };
    const to = { first: index, column: bands.length, row: rowSamples };
    if (predictor === 2) {
      copyDifferences(band, from, tile, to, { width, rows });
      return;
    }
    copySamples(band, from, tile, to, { width, rows });
    if (width < tileSize) {
      const edge = { first: width - 1, column: 0, row: width };
      const beyond = { ...to, first: index + width * bands.length };
      copySamples(band, edge, tile, beyond, { width: tileSize - width, rows });
    }
  });
  for (let row = rows; row < tileSize; row++) {
    tile.copyWithin(row * rowSamples, (rows - 1) * rowSamples, rows * rowSamples);
  }
  return tile;
}
