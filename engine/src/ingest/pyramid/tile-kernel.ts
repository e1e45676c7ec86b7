import { closeSync, openSync, writeSync } from 'node:fs';
import type { Window } from '../../raster/grid.ts';
import { createSamplesLike, type Samples } from '../../raster/samples.ts';
import { copyShared } from '../../raster/window.ts';
import { keepBlocks } from '../../render/blocks.ts';
import { encodeMaskTile, encodeTileHere, type TileSamples } from '../../tiff/writer/encode-tile.ts';
import { halveMask, halveRows } from '../../tiff/writer/halve-rows.ts';
import { OpenCombination } from '../combination/open-combination.ts';
import { type BandMeasure, type BandMeasures, createBandMeasure } from '../measure/band-measure.ts';
import { valuedEncoding } from '../valued-encoding.ts';
import { createNodataNormalizer } from './normalize-nodata.ts';
import type { PyramidPlan, PyramidTileTask, SharedRows, SpilledTile, TileResult } from './plan.ts';
import { createValuing, type ValueSamples } from './valuing.ts';

/** How many tiles of a single value are kept. */
const mostPackedOnce = 256;
/**
 * Memory for the tiles that rows of a combination lie on, for each of their columns and of those beside them: of four
 * layers of 32 bits, between one and two rows of tiles.
 */
const keptBytesPerColumn = 12 * 1024;
const columnsBeside = 1024;

interface Tile extends TileSamples {
  readonly mask: Uint8Array | undefined;
}

/** Compresses, halves and measures tiles, one after another. */
export class TileKernel {
  readonly #plan: PyramidPlan;
  readonly #spill: Spill;
  readonly #visible: BandMeasure;
  readonly #hidden: BandMeasure | undefined;
  readonly #valuing: ValueSamples | undefined;
  readonly #normalizeNodata: ((samples: Samples) => void) | undefined;
  /**
   * Whether tiles of a single value can be recognised. With an opacity band every pixel has to be
   * looked at.
   */
  readonly #canRepeat: boolean;
  /** Memory for the tile in work, used again for the next one. */
  readonly #memory: Samples[] = [];
  readonly #packedOnce = new Map<string, SpilledTile>();
  #combination: Promise<OpenCombination> | undefined;

  constructor(plan: PyramidPlan, spill: Spill) {
    const { measure, encoding, sourceType, valuing } = plan;
    this.#plan = plan;
    this.#spill = spill;
    const create = () => createBandMeasure(encoding.sampleType, plan.nodata);
    this.#visible = create();
    this.#hidden = measure.hasHidden ? create() : undefined;
    this.#valuing = valuing && createValuing(valuing, sourceType);
    this.#normalizeNodata = createNodataNormalizer(sourceType, valuing ? undefined : plan.nodata);
    this.#canRepeat = plan.alphaBand === undefined;
  }

  run(task: PyramidTileTask): TileResult {
    const cut = this.#cut(task);
    if (task.isFull && this.#normalizeNodata) cut.bands.forEach(this.#normalizeNodata);
    const tile = task.isFull && this.#valuing ? this.#valued(cut, this.#valuing) : cut;
    const repeated = this.#canRepeat && !tile.mask ? repeatedSamples(tile.bands) : undefined;
    if (task.isFull) this.#measure(tile, repeated);
    if (task.half && repeated) fillHalf(tile, repeated, task.half, task.column);
    else if (task.half) this.#halve(tile, task.half.rows, task);
    return {
      tile: this.#packTile(tile, repeated),
      mask: tile.mask && this.#packMask(tile, tile.mask),
    };
  }

  /** Computes a part of the plan's combination, row by row. Rejects if a raster of it can't be read. */
  async combine(part: Window): Promise<Int16Array<ArrayBuffer>> {
    const { combination } = this.#plan;
    if (!combination) throw new TypeError('The plan has no combination.');
    this.#combination ??= OpenCombination.open(combination);
    keepBlocks((part.width + columnsBeside) * keptBytesPerColumn);
    return await (await this.#combination).codesIn(part);
  }

  measured(): BandMeasures {
    return { visible: this.#visible.state(), hidden: this.#hidden?.state() };
  }

  /** Closes the files of the combination. */
  async close(): Promise<void> {
    const combination = await this.#combination?.catch(() => undefined);
    await combination?.[Symbol.asyncDispose]();
  }

  #valued(tile: Tile, valuing: ValueSamples): Tile {
    const values = valuing(tile.bands[0]);
    this.#visibleOf(tile)?.forEach((isVisible, index) => {
      if (isVisible === 0) values[index] = valuedEncoding.nodata;
    });
    return { ...tile, bands: [values], mask: undefined };
  }

  #measure(tile: Tile, repeated: readonly number[] | undefined): void {
    const index = this.#plan.measure.band;
    const band = tile.bands[index];
    if (repeated) {
      this.#visible.addRepeated(repeated[index], band.length);
      return;
    }
    const visible = this.#visibleOf(tile);
    this.#visible.add(band, visible);
    if (!visible) return;
    this.#hidden?.add(
      band,
      visible.map((isVisible) => (isVisible === 0 ? 1 : 0)),
    );
  }

  /**
   * Tiles of a single value are compressed once. Beyond the image's edge a tile repeats the edge.
   */
  #packTile(tile: Tile, repeated: readonly number[] | undefined): SpilledTile {
    const key = repeated?.join() ?? '';
    const known = repeated && this.#packedOnce.get(key);
    if (known) return known;
    const packed = this.#spill.append(encodeTileHere(tile, this.#plan.encoding));
    if (repeated && this.#packedOnce.size < mostPackedOnce) this.#packedOnce.set(key, packed);
    return packed;
  }

  #packMask({ width, rows }: Tile, mask: Uint8Array): SpilledTile {
    return this.#spill.append(encodeMaskTile(mask, width, rows, this.#plan.tileSize));
  }

  #cut({ rows, rowCount, column }: PyramidTileTask): Tile {
    const width = Math.min(this.#plan.tileSize, rows.width - column);
    const cut = <Part extends Samples>(band: Part, part: Part): Part => {
      for (let row = 0; row < rowCount; row++) {
        const start = row * rows.width + column;
        part.set(band.subarray(start, start + width), row * width);
      }
      return part;
    };
    const bands = rows.bands.map((band, index) =>
      cut(band, this.#memoryFor(index, band).subarray(0, width * rowCount)),
    );
    const mask = rows.mask && cut(rows.mask, new Uint8Array(width * rowCount));
    return { width, rows: rowCount, bands, mask };
  }

  #memoryFor(index: number, band: Samples): Samples {
    let memory = this.#memory[index];
    if (memory?.constructor !== band.constructor) {
      memory = createSamplesLike(band, this.#plan.tileSize ** 2);
      this.#memory[index] = memory;
    }
    return memory;
  }

  /** 0 where a pixel is not part of the image, by its mask or its opacity. */
  #visibleOf({ bands, mask }: Tile): Uint8Array | undefined {
    const { alphaBand } = this.#plan;
    const alpha = alphaBand === undefined ? undefined : bands[alphaBand];
    if (!alpha) return mask;
    // `Uint8Array.from` would first make a list of numbers, which takes 16 times the memory.
    const visible = new Uint8Array(alpha.length);
    for (let index = 0; index < alpha.length; index++) {
      if (alpha[index] !== 0 && mask?.[index] !== 0) visible[index] = 1;
    }
    return visible;
  }

  #halve(tile: Tile, half: SharedRows, { column, half: place }: PyramidTileTask): void {
    const { overviews, nodata, encoding, alphaBand } = this.#plan;
    if (!place) return;
    const visible = this.#visibleOf(tile);
    const { sampleType } = encoding;
    const to = {
      column: column / 2,
      row: place.firstRow,
      width: Math.ceil(tile.width / 2),
      height: Math.ceil(tile.rows / 2),
    };
    const paste = (part: Samples, rows: Samples) =>
      copyShared(
        to,
        part,
        { column: 0, row: 0, width: half.width, height: to.row + to.height },
        rows,
      );
    tile.bands.forEach((band, index) => {
      const options = { sampleType, resampling: overviews, nodata };
      const mask = index === alphaBand ? undefined : visible;
      paste(halveRows(band, tile.width, tile.rows, { ...options, mask }), half.bands[index]);
    });
    if (tile.mask && half.mask) {
      paste(halveMask(tile.mask, tile.width, tile.rows), half.mask);
    }
  }
}

/**
 * The sample of each band if all of its pixels are equal; undefined if any band has different ones.
 */
function repeatedSamples(bands: readonly Samples[]): number[] | undefined {
  const isRepeated = bands.every((band) => {
    const bytes = Buffer.from(band.buffer, band.byteOffset, band.byteLength);
    const step = band.BYTES_PER_ELEMENT;
    return bytes.subarray(step).equals(bytes.subarray(0, -step));
  });
  return isRepeated ? bands.map((band) => band[0]) : undefined;
}

function fillHalf(
  tile: Tile,
  repeated: readonly number[],
  { rows, firstRow }: NonNullable<PyramidTileTask['half']>,
  column: number,
): void {
  const width = Math.ceil(tile.width / 2);
  for (let row = firstRow; row < firstRow + Math.ceil(tile.rows / 2); row++) {
    const start = row * rows.width + column / 2;
    rows.bands.forEach((band, index) => {
      band.fill(repeated[index], start, start + width);
    });
  }
}

/**
 * A scratch file to which compressed tiles are appended until their place in the result is known.
 */
export class Spill {
  readonly #path: string;
  #file: number | undefined;
  #end = 0;

  /** The file is created when the first tile is appended. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Throws the file system's errors, such as ENOSPC if the disk is full. */
  append(bytes: Uint8Array): SpilledTile {
    this.#file ??= openSync(this.#path, 'wx', 0o600);
    let written = 0;
    while (written < bytes.length) {
      written += writeSync(this.#file, bytes, written, bytes.length - written);
    }
    const place = { offset: this.#end, length: bytes.length };
    this.#end += bytes.length;
    return place;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
