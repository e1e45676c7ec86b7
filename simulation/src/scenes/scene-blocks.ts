import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import { makeGround } from '../ground/ground.ts';
import type { Ground } from '../ground/ground-types.ts';
import { type GridTile, tileMeters } from '../world/mgrs.ts';
import { type Acquisition, acquisitionOf } from './acquisitions.ts';
import { type SeasonTables, seasonTables } from './radiometry.ts';
import { classifyGround, senseGround, withMargin } from './render.ts';
import { blockPixelsOf, imageWidths } from './virtual-cog.ts';

/** The files of a scene, by name; `band` is the sensor's band, none for the classification. */
export const sceneFiles = [
  { asset: 'blue', file: 'B02', band: 0, resolutionMeters: 10 },
  { asset: 'green', file: 'B03', band: 1, resolutionMeters: 10 },
  { asset: 'red', file: 'B04', band: 2, resolutionMeters: 10 },
  { asset: 'nir', file: 'B08', band: 3, resolutionMeters: 10 },
  { asset: 'swir16', file: 'B11', band: 4, resolutionMeters: 20 },
  { asset: 'swir22', file: 'B12', band: 5, resolutionMeters: 20 },
  { asset: 'scl', file: 'SCL', band: undefined, resolutionMeters: 20 },
] as const;
export type SceneFile = (typeof sceneFiles)[number];

/** A tile as it was seen on a day, in days since 1970. */
interface Scene {
  readonly tile: GridTile;
  readonly day: number;
}

/** A block of a tile's image, `pixels` of which make a side. */
interface Block {
  readonly pixels: number;
  readonly column: number;
  readonly row: number;
}

const tenMeterBands = [0, 1, 2, 3];
const allBands = [0, 1, 2, 3, 4, 5];

/**
 * The spacing of the land's nodes. Scenes of two zones must show the same woods and lakes where
 * they meet, in coarse pixels too.
 */
const longestLandStepMeters = 640;

/** Memory that the caches may hold, in bytes: ground without a date, sensed blocks, their classes. */
const groundBytes = 96_000_000;
const sensedBytes = 96_000_000;
const classifiedBytes = 24_000_000;

/**
 * Makes blocks of scenes when they are asked for. The ground of a place is made once for all dates,
 * and the bands of a block are sensed together.
 */
export class SceneBlocks {
  readonly #seed: number;
  readonly #grounds = new LeastRecentlyUsed<Ground>(groundBytes, groundWeight);
  readonly #sensed = new LeastRecentlyUsed<Map<number, Uint16Array>>(sensedBytes, sensedWeight);
  readonly #classified = new LeastRecentlyUsed<Uint8Array>(classifiedBytes, (c) => c.byteLength);
  readonly #tables = new LeastRecentlyUsed<SeasonTables>(64);

  constructor(seed: number) {
    this.#seed = seed;
  }

  /**
   * The bytes of one block of one file, little-endian, whole even where the image ends.
   * @param place.level the image of the file, 0 the full one
   */
  block(
    scene: Scene & { readonly file: SceneFile },
    place: { readonly level: number; readonly column: number; readonly row: number },
  ): Uint8Array {
    const { file } = scene;
    const { level, column, row } = place;
    const pixels = imageWidths(file.resolutionMeters)[level];
    const block = { pixels, column, row };
    const samples =
      file.band === undefined
        ? this.#classify(scene, block)
        : this.#sense(scene, block).get(file.band);
    if (!samples) throw new Error(`${file.file} has no image ${level}`);
    return wholeBlock(samples, blockSpan(pixels, column), blockPixelsOf(pixels));
  }

  #sense({ tile, day }: Scene, block: Block): Map<number, Uint16Array> {
    return this.#sensed.getOrMake(blockKey(tile, block, day), () => {
      const bands = tileMeters / block.pixels === 10 ? tenMeterBands : allBands;
      return senseGround(this.#groundOf(tile, block), this.#overpassOf({ tile, day }), bands);
    });
  }

  #classify({ tile, day }: Scene, block: Block): Uint8Array {
    return this.#classified.getOrMake(blockKey(tile, block, day), () =>
      classifyGround(this.#groundOf(tile, block), this.#overpassOf({ tile, day })),
    );
  }

  #groundOf(tile: GridTile, block: Block): Ground {
    return this.#grounds.getOrMake(blockKey(tile, block), () => {
      const { pixels, column, row } = block;
      const pixelMeters = tileMeters / pixels;
      const side = blockPixelsOf(pixels) * pixelMeters;
      return makeGround(
        withMargin({
          zone: tile.zone,
          west: tile.west + column * side,
          north: tile.north - row * side,
          pixelMeters,
          width: blockSpan(pixels, column),
          height: blockSpan(pixels, row),
        }),
        this.#seed,
        { longestLandStepMeters },
      );
    });
  }

  #overpassOf({ tile, day }: Scene) {
    const acquisition = acquisitionOf(tile, day, this.#seed);
    return { acquisition, tables: this.#tablesOf(acquisition), worldSeed: this.#seed };
  }

  #tablesOf(acquisition: Acquisition): SeasonTables {
    return this.#tables.getOrMake(String(acquisition.day), () =>
      seasonTables(acquisition, this.#seed),
    );
  }
}

/** Pixels of a block, along one axis, that lie inside of the image. */
function blockSpan(pixels: number, block: number): number {
  const blockPixels = blockPixelsOf(pixels);
  return Math.min(blockPixels, pixels - block * blockPixels);
}

/** The bytes of a block: what lies beyond the image's edge is 0. */
function wholeBlock(
  samples: Uint8Array | Uint16Array,
  width: number,
  blockPixels: number,
): Uint8Array {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: sampleBytes } = samples;
  const inside = new Uint8Array(buffer, byteOffset, byteLength);
  const lineBytes = width * sampleBytes;
  const blockLineBytes = blockPixels * sampleBytes;
  const isWhole = byteLength === blockPixels * blockLineBytes;
  if (isWhole) return inside;
  const bytes = new Uint8Array(blockPixels * blockLineBytes);
  for (let row = 0; row * lineBytes < byteLength; row++) {
    bytes.set(inside.subarray(row * lineBytes, (row + 1) * lineBytes), row * blockLineBytes);
  }
  return bytes;
}

function groundWeight(ground: Ground): number {
  const pixels = ground.utmGrid.width * ground.utmGrid.height;
  const harmed = ground.events.reduce((sum, { severity }) => sum + severity.length, 0);
  return pixels * 11 + harmed + ground.lattice.size * 32;
}

function sensedWeight(sensed: ReadonlyMap<number, Uint16Array>): number {
  let bytes = 0;
  for (const samples of sensed.values()) bytes += samples.byteLength;
  return bytes;
}

/** The key of a block of all dates, or of one. */
function blockKey(tile: GridTile, { pixels, column, row }: Block, day?: number): string {
  const key = `${tile.id}/${pixels}/${column}/${row}`;
  return day === undefined ? key : `${key}/${day}`;
}
