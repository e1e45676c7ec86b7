import { TiffError } from '../errors.ts';
import type { TiffLimits } from '../limits.ts';
import type { Directory } from './directory.ts';
import type { BlockEncoding } from './encoding.ts';
import type { BlockLayout, ImageSize } from './layout.ts';
import type { StructureReader } from './structure-reader.ts';
import { tag } from './tags.ts';

/** Where a block's bytes are; undefined for a block that the file leaves out (sparse). */
export type BlockPlace = { readonly offset: number; readonly length: number } | undefined;

interface Tables {
  readonly offsets: Float64Array;
  readonly lengths: Float64Array;
}

/** Finds blocks in a file. The tables of offsets are read when the first block is asked for. */
export class BlockTable {
  readonly #directory: Directory;
  readonly #reader: StructureReader;
  readonly #size: ImageSize;
  readonly #layout: BlockLayout;
  readonly #encoding: BlockEncoding;
  readonly #limits: TiffLimits;
  #tables: Promise<Tables> | undefined;

  constructor(
    file: { directory: Directory; reader: StructureReader; limits: TiffLimits },
    image: { size: ImageSize; layout: BlockLayout; encoding: BlockEncoding },
  ) {
    this.#directory = file.directory;
    this.#reader = file.reader;
    this.#limits = file.limits;
    this.#size = image.size;
    this.#layout = image.layout;
    this.#encoding = image.encoding;
  }

  /** A function that tells the place of the block at a column and row of blocks, in a plane. */
  async locator(
    signal?: AbortSignal,
  ): Promise<(column: number, row: number, plane: number) => BlockPlace> {
    const { offsets, lengths } = await this.#load(signal);
    const { columns, rows, blocksPerStrip, blockHeight } = this.#layout;
    const fileRows = Math.ceil(rows / blocksPerStrip);
    return (column, row, plane) => {
      const index = (plane * fileRows + Math.floor(row / blocksPerStrip)) * columns + column;
      const [offset, length] = [offsets[index], lengths[index]];
      if (offset === 0 || length === 0) {
        return undefined;
      }
      const what = `${this.#layout.isTiled ? 'Tile' : 'Strip'} ${index}`;
      this.#reader.requireInside(offset, length, what);
      if (length > this.#limits.blockBytes && blocksPerStrip === 1) {
        throw new TiffError(
          'too-large',
          `${what} takes ${length} bytes; the limit is ${this.#limits.blockBytes}.`,
        );
      }
      if (blocksPerStrip === 1) {
        return { offset, length };
      }
      const partRow = (row % blocksPerStrip) * blockHeight;
      const partStart = partRow * (this.#layout.blockBytes / blockHeight);
      const partLength = Math.min(this.#layout.blockBytes, length - partStart);
      if (partLength <= 0) {
        throw new TiffError('damaged', `${what} has ${length} bytes: too few for its rows.`);
      }
      return { offset: offset + partStart, length: partLength };
    };
  }

  async #load(signal?: AbortSignal): Promise<Tables> {
    signal?.throwIfAborted();
    if (!this.#tables) {
      // Shared by all who wait, so it takes none of their signals; a failure is not kept.
      this.#tables = this.#read();
      this.#tables.catch(() => {
        this.#tables = undefined;
      });
    }
    return signal ? untilAborted(this.#tables, signal) : this.#tables;
  }

  async #read(): Promise<Tables> {
    const { isTiled, columns, rows, blocksPerStrip, isPlanar } = this.#layout;
    const planes = isPlanar ? this.#size.bandCount : 1;
    const count = Math.ceil(rows / blocksPerStrip) * columns * planes;
    const offsets = await this.#table(isTiled ? tag.tileOffsets : tag.stripOffsets, count);
    if (!offsets) {
      throw new TiffError('damaged', 'The image has no table of block offsets.');
    }
    const lengths = await this.#table(isTiled ? tag.tileByteCounts : tag.stripByteCounts, count);
    return { offsets, lengths: lengths ?? this.#impliedLengths(offsets, count) };
  }

  async #table(tableTag: number, count: number): Promise<Float64Array | undefined> {
    // Some files give tile tables under the tags of strips.
    const twin =
      tableTag === tag.tileOffsets
        ? tag.stripOffsets
        : tableTag === tag.tileByteCounts
          ? tag.stripByteCounts
          : tableTag;
    const present = this.#directory.has(tableTag) ? tableTag : twin;
    const table = await this.#directory.numbers(present, undefined, this.#limits.blocks * 8);
    if (table && table.length < count) {
      throw new TiffError(
        'damaged',
        `The image has ${count} blocks, but tag ${present} lists ${table.length}.`,
      );
    }
    return table;
  }

  /** Old files leave out the byte counts of uncompressed strips. */
  #impliedLengths(offsets: Float64Array, count: number): Float64Array {
    const { layout, size } = { layout: this.#layout, size: this.#size };
    if (this.#encoding.compression !== 'none') {
      throw new TiffError('damaged', 'The image has no table of block lengths.');
    }
    const rowBytes = layout.blockBytes / layout.blockHeight;
    const fileRows = Math.ceil(layout.rows / layout.blocksPerStrip);
    const fileBlockHeight = layout.blockHeight * layout.blocksPerStrip;
    const lengths = new Float64Array(offsets.length);
    for (let index = 0; index < count; index++) {
      const row = Math.floor(index / layout.columns) % fileRows;
      const rowsLeft = layout.isTiled ? layout.blockHeight : size.height - row * fileBlockHeight;
      lengths[index] = Math.min(rowsLeft, fileBlockHeight) * rowBytes;
    }
    return lengths;
  }
}

/** What a promise gives, unless the signal is aborted before it does. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
