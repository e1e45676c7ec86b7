import { setImmediate } from 'node:timers/promises';
import { createSamples, type Samples, sampleTypeOf } from '../../raster/samples.ts';
import {
  type CogDescription,
  type CogOptions,
  defaultCogOptions,
  pyramidSizes,
  subjectOf,
} from './cog-description.ts';
import type { CogSubject } from './cog-fields.ts';
import { writeCogFile } from './cog-file.ts';
import { encodeTile } from './encode-tile.ts';
import { halveRows } from './halve-rows.ts';
import type { ByteSink } from './sink.ts';

interface Level {
  readonly width: number;
  readonly height: number;
  /** The row of tiles that is being filled from the top, band by band. */
  readonly rows: Samples[];
  filledRows: number;
  readonly tiles: Uint8Array[];
}

/**
 * Writes a COG from rows that arrive from the top, one row of tiles at a time. Besides that row it
 * keeps only compressed tiles. It makes the overviews at the same time. Call `writeRows` until the
 * image is complete, then `finish`.
 */
export class CogWriter {
  readonly #description: CogDescription;
  readonly #options: typeof defaultCogOptions;
  readonly #subject: CogSubject;
  readonly #levels: Level[];
  #writtenRows = 0;

  /** Throws RangeError when the description can't be written. */
  constructor(description: CogDescription, options: CogOptions = {}) {
    this.#description = description;
    this.#options = { ...defaultCogOptions, ...options };
    const { overviews, tileSize } = this.#options;
    this.#subject = subjectOf(description, this.#options);
    const sizes = pyramidSizes(description, tileSize);
    this.#levels = (overviews === 'none' ? sizes.slice(0, 1) : sizes).map((size) => ({
      ...size,
      rows: Array.from({ length: description.bandCount }, () =>
        createSamples(description.sampleType, size.width * Math.min(tileSize, size.height)),
      ),
      filledRows: 0,
      tiles: [],
    }));
  }

  /** Adds rows below those written so far. Each band contains `width` samples for each row. */
  async writeRows(bands: readonly Samples[], signal?: AbortSignal): Promise<void> {
    const { width, height, bandCount, sampleType } = this.#description;
    const rows = (bands[0]?.length ?? 0) / width;
    if (bands.length !== bandCount || bands.some((band) => band.length !== rows * width)) {
      throw new RangeError(`Rows need ${bandCount} bands of ${width} samples a row.`);
    }
    const odd = bands.map(sampleTypeOf).find((type) => type !== sampleType);
    if (odd) {
      throw new RangeError(`A band of ${odd} samples can't be written as ${sampleType}.`);
    }
    if (!Number.isInteger(rows) || this.#writtenRows + rows > height) {
      throw new RangeError(`${this.#writtenRows + rows} rows do not fit an image of ${height}.`);
    }
    this.#writtenRows += rows;
    await this.#addRows(0, bands, rows, signal);
  }

  /**
   * Writes header, directories and tiles to the sink: the smallest overview first, the full image
   * last.
   */
  async finish(sink: ByteSink, signal?: AbortSignal): Promise<void> {
    if (this.#writtenRows !== this.#description.height) {
      throw new RangeError(
        `Only ${this.#writtenRows} of ${this.#description.height} rows were written.`,
      );
    }
    const levels = this.#levels.map(({ width, height, tiles }) => ({
      width,
      height,
      tiles: [...tiles.entries()],
    }));
    await writeCogFile(this.#subject, levels, sink, { bigTiff: this.#options.bigTiff, signal });
  }

  async #addRows(
    levelIndex: number,
    bands: readonly Samples[],
    rows: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const level = this.#levels[levelIndex];
    const { width } = level;
    let done = 0;
    while (done < rows) {
      const capacity = level.rows[0].length / width;
      const count = Math.min(rows - done, capacity - level.filledRows);
      bands.forEach((band, index) => {
        const part = band.subarray(done * width, (done + count) * width);
        level.rows[index].set(part, level.filledRows * width);
      });
      level.filledRows += count;
      done += count;
      const isLast = this.#rowsEncoded(level) + level.filledRows === level.height;
      if (level.filledRows === capacity || isLast) {
        await this.#closeTileRow(levelIndex, signal);
      }
    }
  }

  /** Encodes a complete row of tiles, and adds its halved rows to the next level. */
  async #closeTileRow(levelIndex: number, signal?: AbortSignal): Promise<void> {
    const level = this.#levels[levelIndex];
    const { width, filledRows } = level;
    const { tileSize, concurrency, overviews, matching, inBackground } = this.#options;
    const source = { bands: level.rows, width, rows: filledRows };
    const encoding = { ...this.#subject, level: this.#options.level, matching, inBackground };
    const columns = Math.ceil(width / tileSize);
    const first = level.tiles.length;
    let next = 0;
    const work = async () => {
      while (next < columns) {
        signal?.throwIfAborted();
        const column = next++;
        level.tiles[first + column] = await encodeTile(source, column * tileSize, encoding);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, columns) }, work));
    // Work in this thread blocks the event loop, so it pauses here to notice an abort.
    if (!inBackground) await setImmediate();
    if (overviews !== 'none' && levelIndex + 1 < this.#levels.length) {
      const { sampleType, nodata } = this.#description;
      const halving = { sampleType, resampling: overviews, nodata };
      const halves = level.rows.map((band) => halveRows(band, width, filledRows, halving));
      level.filledRows = 0;
      await this.#addRows(levelIndex + 1, halves, Math.ceil(filledRows / 2), signal);
    } else {
      level.filledRows = 0;
    }
  }

  #rowsEncoded(level: Level): number {
    const columns = Math.ceil(level.width / this.#options.tileSize);
    return (level.tiles.length / columns) * this.#options.tileSize;
  }
}

/**
 * Writes whole bands as a Cloud Optimized GeoTIFF with tiles, deflate, predictor and overviews. It
 * is a BigTIFF if it has to be. Throws RangeError if the bands do not fit the description.
 */
export async function writeCog(
  image: Omit<CogDescription, 'bandCount' | 'bands'> & {
    samples: readonly Samples[];
    bands?: CogDescription['bands'];
  },
  sink: ByteSink,
  options: CogOptions & { signal?: AbortSignal } = {},
): Promise<void> {
  const { samples, ...description } = image;
  const { signal, ...cogOptions } = options;
  const writer = new CogWriter({ ...description, bandCount: samples.length }, cogOptions);
  const tileSize = cogOptions.tileSize ?? defaultCogOptions.tileSize;
  if (samples.some((band) => band.length !== image.width * image.height)) {
    throw new RangeError(`Each band needs ${image.width} × ${image.height} samples.`);
  }
  for (let row = 0; row < image.height; row += tileSize) {
    const end = Math.min(row + tileSize, image.height);
    const rows = samples.map((band) => band.subarray(row * image.width, end * image.width));
    await writer.writeRows(rows, signal);
  }
  await writer.finish(sink, signal);
}
