import type { Affine } from '../../raster/grid.ts';
import {
  canHold,
  createSamples,
  type Samples,
  type SampleType,
  sampleTypeOf,
} from '../../raster/samples.ts';
import type { Predictor } from '../structure/encoding.ts';
import type { BandMetadata } from '../structure/gdal-metadata.ts';
import { type CogSubject, levelFields, type Palette } from './cog-fields.ts';
import { type DeflateMatching, encodeTile } from './encode-tile.ts';
import { halveRows, type OverviewResampling } from './halve-rows.ts';
import type { ByteSink } from './sink.ts';
import { encodeStructure, frameTile, structureBytes, tileFrame } from './structure-encoder.ts';

/** What a Cloud Optimized GeoTIFF is to hold. */
export interface CogDescription {
  width: number;
  height: number;
  bandCount: number;
  sampleType: SampleType;
  /** Pixel to CRS coordinates. */
  affine?: Affine;
  epsg?: number;
  nodata?: number;
  /** Description, scale, offset and further items of each band. */
  bands?: readonly Partial<BandMetadata>[];
  /** Colours of the classes that a single band of bytes holds. */
  palette?: Palette;
}

const defaultCogOptions = {
  /** Pixels along a tile's side; a multiple of 16. */
  tileSize: 512,
  /** zlib's level: 1 is fast, 9 is small. */
  level: 6,
  /** What deflate looks for; 'runs' is fast and suits pictures, 'strings' suits classes and graphics. */
  matching: 'strings' as DeflateMatching,
  /** How overviews are made; 'none' makes none. */
  overviews: 'average' as OverviewResampling | 'none',
  /** Tiles that are compressed at the same time. */
  concurrency: 4,
  /** Write BigTIFF even where a classic file would do. */
  bigTiff: false,
};

export type CogOptions = Partial<typeof defaultCogOptions>;

/** Structure and data of a classic TIFF end before this; beyond it BigTIFF is written. */
const classicBytes = 2 ** 32 - 2 ** 16;

interface Level {
  readonly width: number;
  readonly height: number;
  /** One row of tiles, band by band, being filled from the top. */
  readonly rows: Samples[];
  filledRows: number;
  readonly tiles: Uint8Array[];
}

/**
 * Writes a COG from rows that come from the top, one row of tiles at a time: compressed tiles are all
 * that it keeps. Overviews are made on the way. Ask for `writeRows` until the image is whole, then
 * `finish`.
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
    requireWritable(description, this.#options.tileSize);
    const { overviews, tileSize } = this.#options;
    this.#subject = {
      sampleType: description.sampleType,
      bandCount: description.bandCount,
      tileSize,
      predictor: predictorFor(description.sampleType, overviews),
      affine: description.affine,
      epsg: description.epsg,
      nodata: description.nodata,
      bands: description.bands ?? [],
      palette: description.palette,
    };
    this.#levels = levelSizes(description, tileSize, overviews !== 'none').map((size) => ({
      ...size,
      rows: Array.from({ length: description.bandCount }, () =>
        createSamples(description.sampleType, size.width * Math.min(tileSize, size.height)),
      ),
      filledRows: 0,
      tiles: [],
    }));
  }

  /** Adds rows below those written so far; each band holds `width` samples for each of them. */
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

  /** Writes header, directories and tiles to the sink: smallest overview first, full image last. */
  async finish(sink: ByteSink, signal?: AbortSignal): Promise<void> {
    if (this.#writtenRows !== this.#description.height) {
      throw new RangeError(
        `Only ${this.#writtenRows} of ${this.#description.height} rows were written.`,
      );
    }
    const framedBytes = this.#levels.flatMap(({ tiles }) => tiles.map(framedLength));
    const dataBytes = framedBytes.reduce((total, bytes) => total + bytes, 0);
    const totalBytes = structureBytes(this.#directories(0, false), false) + dataBytes;
    const bigTiff = this.#options.bigTiff || totalBytes > classicBytes;
    const dataStart = structureBytes(this.#directories(0, bigTiff), bigTiff);
    await sink.write(encodeStructure(this.#directories(dataStart, bigTiff), bigTiff));
    for (const level of this.#levels.toReversed()) {
      for (const tile of level.tiles) {
        signal?.throwIfAborted();
        await sink.write(frameTile(tile));
      }
    }
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

  /** Encodes a full row of tiles and hands its halved rows to the next level. */
  async #closeTileRow(levelIndex: number, signal?: AbortSignal): Promise<void> {
    const level = this.#levels[levelIndex];
    const { width, filledRows } = level;
    const { tileSize, concurrency, overviews, matching, level: deflateLevel } = this.#options;
    const source = { bands: level.rows, width, rows: filledRows };
    const encoding = { ...this.#subject, level: deflateLevel, matching };
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

  #directories(dataStart: number, bigTiff: boolean) {
    let position = dataStart;
    const placed = this.#levels.toReversed().map(({ width, height, tiles }) => {
      const tileByteCounts = tiles.map((tile) => tile.length);
      const tileOffsets = tiles.map((tile) => {
        position += framedLength(tile);
        return position - tileFrame.trailerBytes - tile.length;
      });
      return { width, height, tileOffsets, tileByteCounts };
    });
    return placed
      .toReversed()
      .map((level, index) => levelFields(this.#subject, level, index, bigTiff));
  }
}

/**
 * Writes whole bands as a Cloud Optimized GeoTIFF: tiles, deflate, predictor, overviews; BigTIFF
 * when it has to be. Throws RangeError when they do not fit the description.
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

/** Differences help smooth values; classes are better left as they are. */
function predictorFor(sampleType: SampleType, overviews: OverviewResampling | 'none'): Predictor {
  if (sampleType.startsWith('float')) {
    return 3;
  }
  return overviews === 'average' ? 2 : 1;
}

/** The full size, then halves until one tile holds all. */
function levelSizes(
  { width, height }: CogDescription,
  tileSize: number,
  withOverviews: boolean,
): { width: number; height: number }[] {
  const sizes = [{ width, height }];
  let last = sizes[0];
  while (withOverviews && (last.width > tileSize || last.height > tileSize)) {
    last = { width: Math.ceil(last.width / 2), height: Math.ceil(last.height / 2) };
    sizes.push(last);
  }
  return sizes;
}

function requireWritable(description: CogDescription, tileSize: number): void {
  const { width, height, bandCount, epsg, nodata, sampleType, affine, palette } = description;
  if (![width, height, bandCount].every((value) => Number.isInteger(value) && value > 0)) {
    throw new RangeError(
      `An image of ${width} × ${height} and ${bandCount} bands can't be written.`,
    );
  }
  if (!Number.isInteger(tileSize / 16) || tileSize < 16) {
    throw new RangeError(
      `Tiles of ${tileSize} pixels can't be written: it takes a multiple of 16.`,
    );
  }
  if (epsg !== undefined && !(Number.isInteger(epsg) && epsg >= 1024 && epsg < 32_767)) {
    throw new RangeError(`${epsg} is no EPSG code that a GeoTIFF can name.`);
  }
  if (nodata !== undefined && !canHold(sampleType, nodata)) {
    throw new RangeError(`No ${sampleType} sample can be the nodata value ${nodata}.`);
  }
  if (palette && !(sampleType === 'uint8' && bandCount === 1 && palette.length === 256)) {
    throw new RangeError(
      `A palette of ${palette.length} colours can't colour ${bandCount} bands of ${sampleType}: it takes 256 colours and one band of uint8.`,
    );
  }
  if (affine && !affine.every(Number.isFinite)) {
    throw new RangeError(`The affine transform (${affine.join(', ')}) is not finite.`);
  }
}

function framedLength(tile: Uint8Array): number {
  return tileFrame.leaderBytes + tile.length + tileFrame.trailerBytes;
}
