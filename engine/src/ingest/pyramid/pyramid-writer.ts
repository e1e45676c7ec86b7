import { sharedArray } from '../../memory/shared-array.ts';
import { createSharedSamples, type Samples } from '../../raster/samples.ts';
import { pyramidSizes } from '../../tiff/writer/cog-description.ts';
import type { ImageRows } from '../rows/image-rows.ts';
import type { PyramidPlan, SharedRows } from './plan.ts';
import type { FiledTile, TileMakers } from './tile-makers.ts';

/** One level of the image, with the tiles that have been made. */
export interface WrittenLevel {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly FiledTile[];
  readonly masks: readonly FiledTile[];
}

interface Level {
  readonly width: number;
  readonly height: number;
  /** The row of tiles that is being filled. */
  rows: SharedRows;
  filledRows: number;
  /** The number of the level's rows whose tiles are done. */
  closedRows: number;
  readonly tiles: FiledTile[];
  readonly masks: FiledTile[];
}

/**
 * Makes tiles and overviews from rows that arrive from the top. While threads work on one row of
 * tiles, the next one is filled.
 */
export class PyramidWriter {
  readonly #plan: PyramidPlan;
  readonly #makers: TileMakers;
  readonly #levels: readonly Level[];
  /** Memory for a row of tiles of the full image that is currently not in use. */
  #spareRows: SharedRows;
  #closing: Promise<void> = Promise.resolve();

  constructor(
    size: { readonly width: number; readonly height: number },
    plan: PyramidPlan,
    options: { hasMask: boolean; makers: TileMakers },
  ) {
    this.#plan = plan;
    this.#makers = options.makers;
    const sizes = pyramidSizes(size, plan.tileSize);
    const rowsOf = ({ width, height }: typeof size, index: number) =>
      createRows(plan, { width, height, isFull: index === 0, hasMask: options.hasMask });
    this.#levels = sizes.map((each, index) => ({
      ...each,
      rows: rowsOf(each, index),
      filledRows: 0,
      closedRows: 0,
      tiles: [],
      masks: [],
    }));
    this.#spareRows = rowsOf(size, 0);
  }

  /** Adds rows below those written so far. The caller may change them after it has resolved. */
  async writeRows({ rowCount, bands, mask }: ImageRows): Promise<void> {
    const level = this.#levels[0];
    const { width } = level;
    let done = 0;
    while (done < rowCount) {
      const capacity = this.#capacity(level);
      const count = Math.min(rowCount - done, capacity - level.filledRows);
      const to = level.filledRows * width;
      const part = (rows: Samples) => rows.subarray(done * width, (done + count) * width);
      bands.forEach((band, index) => {
        level.rows.bands[index].set(part(band), to);
      });
      if (mask) level.rows.mask?.set(part(mask), to);
      level.filledRows += count;
      done += count;
      if (level.filledRows === capacity) await this.#turnOver(level);
    }
  }

  /** Returns the levels, the full image first, after all rows have been written. */
  async finish(): Promise<readonly WrittenLevel[]> {
    await this.#closing;
    return this.#levels;
  }

  /**
   * The number of rows in the row of tiles that is being filled. There are fewer at the image's
   * lower edge.
   */
  #capacity({ height, closedRows }: Level): number {
    return Math.min(this.#plan.tileSize, height - closedRows);
  }

  async #turnOver(level: Level): Promise<void> {
    await this.#closing;
    const { rows, filledRows } = level;
    level.rows = this.#spareRows;
    this.#spareRows = rows;
    level.filledRows = 0;
    level.closedRows += filledRows;
    this.#closing = this.#close(0, rows, filledRows);
    // The caller receives the failure when it waits for this row. Until then the rejection must not
    // count as unhandled.
    this.#closing.catch(() => undefined);
  }

  /** Makes the tiles of a row, and of the rows of overviews that it completes. */
  async #close(index: number, rows: SharedRows, rowCount: number): Promise<void> {
    const level = this.#levels[index];
    const next = this.#levels[index + 1];
    const half = next && { rows: next.rows, firstRow: next.filledRows };
    const { tileSize } = this.#plan;
    const columns = Array.from(
      { length: Math.ceil(level.width / tileSize) },
      (_, n) => n * tileSize,
    );
    const made = await Promise.all(
      columns.map((column) =>
        this.#makers.tile({ rows, rowCount, column, isFull: index === 0, half }),
      ),
    );
    for (const { tile, mask } of made) {
      level.tiles.push(tile);
      if (mask) level.masks.push(mask);
    }
    if (!next) return;
    next.filledRows += Math.ceil(rowCount / 2);
    if (next.filledRows < this.#capacity(next)) return;
    const { filledRows } = next;
    await this.#close(index + 1, next.rows, filledRows);
    next.filledRows = 0;
    next.closedRows += filledRows;
  }
}

function createRows(
  plan: PyramidPlan,
  level: { width: number; height: number; isFull: boolean; hasMask: boolean },
): SharedRows {
  const { width, height, isFull, hasMask } = level;
  const count = width * Math.min(plan.tileSize, height);
  const sampleType = isFull ? plan.sourceType : plan.encoding.sampleType;
  const isSource = isFull || !plan.valuing;
  const bandCount = isSource ? plan.sourceBands : 1;
  return {
    width,
    bands: Array.from({ length: bandCount }, () => createSharedSamples(sampleType, count)),
    mask: hasMask && isSource ? sharedArray(Uint8Array, count) : undefined,
  };
}
