import { setImmediate } from 'node:timers/promises';
import type { RasterSize, Window } from '../../raster/grid.ts';
import { createSamples, type Samples, sampleTypeOf } from '../../raster/samples.ts';
import { blockWindow, copyShared, cutWindow } from '../../raster/window.ts';
import { defaultTiffLimits } from '../limits.ts';
import {
  type CogDescription,
  type CogOptions,
  type CogSubject,
  defaultCogOptions,
  pyramidSizes,
  subjectOf,
} from './cog-description.ts';
import { type EncodedTile, writeCogFile } from './cog-file.ts';
import { encodeTile } from './encode-tile.ts';
import { halveRows } from './halve-rows.ts';
import type { ByteSink } from './sink.ts';

/** An image with data in few of its parts. Windows are in pixels of the full size. */
export interface SparseImage extends CogDescription {
  /** The value of pixels without data. */
  readonly nodata: number;
  /**
   * Whether a window of any size may contain data. If the result is false, no tile inside it is
   * asked for. It may be true although there are no data.
   */
  mayHold(window: Window): boolean;
  /**
   * The samples of each band in the window, `width` × `height`; undefined if there are no data. The
   * window is a tile, clipped to the image. The samples are no longer needed when the next ones are
   * asked for.
   */
  readTile(window: Window): readonly Samples[] | undefined;
}

/** The number of tiles that are compressed at the same time. */
const tilesAtOnce = 4;

/** Any image. Either all of its tiles are written, or only those with data. */
type TiledImage = CogDescription & Pick<SparseImage, 'readTile'> & Partial<SparseImage>;

type WriteOptions = CogOptions & { signal?: AbortSignal | undefined };

/**
 * Writes whole bands as a Cloud Optimized GeoTIFF with tiles, deflate, predictor and overviews. It
 * is a BigTIFF if it has to be. Rejects with RangeError if the bands do not fit the description.
 */
export async function writeCog(
  image: Omit<CogDescription, 'bandCount'> & { samples: readonly Samples[] },
  sink: ByteSink,
  options: WriteOptions = {},
): Promise<void> {
  const { samples, ...description } = image;
  const { width, height } = image;
  if (samples.some((band) => band.length !== width * height)) {
    throw new RangeError(`Each band needs ${width} × ${height} samples.`);
  }
  const readTile = (window: Window) => samples.map((band) => cutWindow(band, width, window));
  await writeTiles({ ...description, bandCount: samples.length, readTile }, sink, options);
}

/**
 * Writes a Cloud Optimized GeoTIFF without those tiles, of any level, that contain only nodata. Its
 * pixels are those that `writeCog` would write. Memory contains compressed tiles and few others.
 * Tiles are larger than asked for if the image would otherwise have more tiles than a reader
 * accepts. Rejects with RangeError if the image cannot be written, or if samples do not fit it.
 */
export async function writeSparseCog(
  image: SparseImage,
  sink: ByteSink,
  options: WriteOptions = {},
): Promise<void> {
  await writeTiles(image, sink, options);
}

async function writeTiles(image: TiledImage, sink: ByteSink, options: WriteOptions): Promise<void> {
  const { signal, ...cogOptions } = options;
  const settings = { ...defaultCogOptions, ...cogOptions };
  const wanted = subjectOf(image, settings);
  const subject = { ...wanted, tileSize: tileSizeFor(image, wanted.tileSize) };
  const pyramid = new Pyramid(image, subject, settings, signal);
  const levels = await pyramid.encode();
  await writeCogFile(subject, levels, sink, { bigTiff: settings.bigTiff, signal });
}

/** The wanted size, doubled until the image has no more tiles than a reader accepts. */
function tileSizeFor(image: RasterSize, wanted: number): number {
  const tileCount = Math.ceil(image.width / wanted) * Math.ceil(image.height / wanted);
  return tileCount > defaultTiffLimits.blocks ? tileSizeFor(image, wanted * 2) : wanted;
}

interface Level {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly tiles: EncodedTile[];
}

/** A tile's samples at the resolution of its level. */
interface Tile {
  readonly window: Window;
  readonly bands: readonly Samples[];
}

/**
 * Descends from the smallest overview to the tiles with data, or to all of them, and halves tiles on the way
 * back.
 */
class Pyramid {
  readonly #image: TiledImage;
  readonly #subject: CogSubject;
  readonly #options: typeof defaultCogOptions;
  readonly #signal: AbortSignal | undefined;
  readonly #levels: readonly Level[];
  /** A tile without data. */
  readonly #nothing: Samples;
  readonly #compressing: Promise<void>[] = [];

  constructor(
    image: TiledImage,
    subject: CogSubject,
    options: typeof defaultCogOptions,
    signal: AbortSignal | undefined,
  ) {
    const { tileSize } = subject;
    this.#image = image;
    this.#subject = subject;
    this.#options = options;
    this.#signal = signal;
    this.#levels = pyramidSizes(image, tileSize).map(({ width, height }) => ({
      width,
      height,
      columns: Math.ceil(width / tileSize),
      rows: Math.ceil(height / tileSize),
      tiles: [],
    }));
    this.#nothing = createSamples(image.sampleType, tileSize * tileSize).fill(image.nodata ?? 0);
  }

  /** Returns the levels to be written, the full image first. */
  async encode(): Promise<readonly Level[]> {
    try {
      await this.#visit(this.#levels.length - 1, 0, 0);
      await Promise.all(this.#compressing);
    } finally {
      await Promise.allSettled(this.#compressing);
    }
    for (const { tiles } of this.#levels) tiles.sort(([one], [other]) => one - other);
    return this.#options.overviews === 'none' ? this.#levels.slice(0, 1) : this.#levels;
  }

  /** Encodes a tile and the tiles below it. Resolves to undefined if there are no data. */
  async #visit(levelIndex: number, column: number, row: number): Promise<Tile | undefined> {
    this.#signal?.throwIfAborted();
    const { tileSize } = this.#subject;
    const level = this.#levels[levelIndex];
    const window = blockWindow(level, squareOf(tileSize), column, row);
    // A tile of an overview covers this window of the full size, clipped to the image.
    const covered = blockWindow(this.#image, squareOf(tileSize * 2 ** levelIndex), column, row);
    if (this.#image.mayHold?.(covered) === false) return undefined;
    const bands =
      levelIndex === 0 ? this.#read(window) : await this.#halve(levelIndex, column, row, window);
    if (!bands || this.#isLeftOut(bands)) return undefined;
    await this.#compress(level, row * level.columns + column, { window, bands });
    return { window, bands };
  }

  #read(window: Window): readonly Samples[] | undefined {
    const { bandCount, sampleType } = this.#subject;
    const bands = this.#image.readTile(window);
    if (!bands) return undefined;
    const count = window.width * window.height;
    if (bands.length !== bandCount || bands.some((band) => band.length !== count)) {
      throw new RangeError(
        `A tile needs ${bandCount} bands of ${window.width} × ${window.height} samples.`,
      );
    }
    const odd = bands.map(sampleTypeOf).find((type) => type !== sampleType);
    if (odd) throw new RangeError(`A tile of ${odd} samples can't be written as ${sampleType}.`);
    return bands;
  }

  /** Makes a tile from the four tiles below it, each of which fills a quarter. */
  async #halve(
    levelIndex: number,
    column: number,
    row: number,
    window: Window,
  ): Promise<readonly Samples[] | undefined> {
    const { sampleType, bandCount, nodata, tileSize } = this.#subject;
    const { overviews } = this.#options;
    const beneath = this.#levels[levelIndex - 1];
    let bands: Samples[] | undefined;
    for (const y of [0, 1]) {
      for (const x of [0, 1]) {
        const place = { column: column * 2 + x, row: row * 2 + y };
        if (place.column >= beneath.columns || place.row >= beneath.rows) continue;
        const quarter = await this.#visit(levelIndex - 1, place.column, place.row);
        if (!quarter || overviews === 'none') continue;
        const { width, height } = quarter.window;
        const halving = { sampleType, resampling: overviews, nodata };
        bands ??= Array.from({ length: bandCount }, () => this.#createTile(window));
        const half = {
          column: (x * tileSize) / 2,
          row: (y * tileSize) / 2,
          width: Math.ceil(width / 2),
          height: Math.ceil(height / 2),
        };
        for (const [index, band] of quarter.bands.entries()) {
          const samples = halveRows(band, width, height, halving);
          copyShared(half, samples, { ...window, column: 0, row: 0 }, bands[index]);
        }
      }
    }
    return bands;
  }

  /**
   * Takes a tile's samples at once. Waits while the largest number of tiles is being compressed.
   */
  async #compress(level: Level, place: number, { window, bands }: Tile): Promise<void> {
    const { matching, inBackground, level: deflateLevel } = this.#options;
    const source = { bands, width: window.width, rows: window.height };
    const encoding = { ...this.#subject, level: deflateLevel, matching, inBackground };
    const compressed = encodeTile(source, encoding).then((bytes) => {
      level.tiles.push([place, bytes]);
    });
    // The caller receives the failure when it waits for this tile. Until then the rejection must
    // not count as unhandled.
    compressed.catch(() => undefined);
    this.#compressing.push(compressed);
    if (this.#compressing.length >= tilesAtOnce) await this.#compressing.shift();
    // Work in this thread blocks the event loop, so it pauses here to notice an abort.
    if (!inBackground) await setImmediate();
  }

  #createTile({ width, height }: Window): Samples {
    return this.#nothing.slice(0, width * height);
  }

  #isLeftOut(bands: readonly Samples[]): boolean {
    if (!this.#image.mayHold) return false;
    return bands.every((band) => {
      const nothing = this.#nothing.subarray(0, band.length);
      return Buffer.compare(bytesOf(band), bytesOf(nothing)) === 0;
    });
  }
}

function squareOf(side: number): RasterSize {
  return { width: side, height: side };
}

function bytesOf(samples: Samples): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
