import { getOrLoad } from '../../memory/least-recently-used.ts';
import { damaged, tooLarge } from '../errors.ts';
import type { TiffLimits } from '../limits.ts';
import type { Directory } from './directory.ts';
import type { BlockEncoding } from './encoding.ts';
import type { BlockLayout, ImageSize } from './layout.ts';
import type { StructureReader } from './structure-reader.ts';
import { tag } from './tags.ts';

/** The place of a block's bytes; undefined for a block that the file leaves out (sparse). */
export type BlockPlace = { readonly offset: number; readonly length: number } | undefined;

/** The blocks to be found. A bound that is left out does not limit them. */
interface WantedBlocks {
  /** The first and the last row of blocks; both are wanted. */
  readonly firstRow?: number;
  readonly lastRow?: number;
  readonly planes?: Iterable<number>;
}

/** How many entries of the tables are read together. The tables of most files fit into one page. */
const pageEntries = 16_384;

interface Page {
  readonly offsets: Float64Array;
  readonly lengths: Float64Array;
}

/**
 * Finds blocks in a file. The tables of offsets are read in pages, when a block of the page is
 * wanted.
 */
export class BlockTable {
  readonly #directory: Directory;
  readonly #reader: StructureReader;
  readonly #size: ImageSize;
  readonly #layout: BlockLayout;
  readonly #encoding: BlockEncoding;
  readonly #limits: TiffLimits;
  readonly #pages = new Map<number, Promise<Page>>();

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

  /**
   * Resolves to a function that returns the place of a wanted block, given its column, row and
   * plane.
   */
  async locator(
    wanted: WantedBlocks = {},
    signal?: AbortSignal,
  ): Promise<(column: number, row: number, plane: number) => BlockPlace> {
    const { blocksPerStrip, blockHeight } = this.#layout;
    const pages = await this.#load(wanted, signal);
    // Some programs write too many bytes for an uncompressed strip, or none for the only one.
    const isPlain = this.#encoding.compression === 'none';
    const mostBytes = isPlain ? this.#layout.blockBytes * blocksPerStrip : Infinity;
    return (column, row, plane) => {
      const index = this.#indexOf(column, row, plane);
      const page = pages.get(Math.floor(index / pageEntries));
      if (!page) throw new RangeError(`Row ${row} of blocks was not asked for.`);
      const offset = page.offsets[index % pageEntries];
      const length = Math.min(page.lengths[index % pageEntries], mostBytes);
      if (offset === 0 || length === 0) return undefined;
      const what = `${this.#layout.isTiled ? 'Tile' : 'Strip'} ${index}`;
      this.#reader.requireInside(offset, length, what);
      if (length > this.#limits.blockBytes && blocksPerStrip === 1) {
        throw tooLarge(`${what} takes ${length} bytes; the limit is ${this.#limits.blockBytes}.`);
      }
      if (blocksPerStrip === 1) return { offset, length };
      const partRow = (row % blocksPerStrip) * blockHeight;
      const partStart = partRow * (this.#layout.blockBytes / blockHeight);
      const partLength = Math.min(this.#layout.blockBytes, length - partStart);
      if (partLength <= 0) throw damaged(`${what} has ${length} bytes: too few for its rows.`);
      return { offset: offset + partStart, length: partLength };
    };
  }

  /** The index of a block's entry in the tables. */
  #indexOf(column: number, row: number, plane: number): number {
    const { columns, rows, blocksPerStrip } = this.#layout;
    const fileRows = Math.ceil(rows / blocksPerStrip);
    return (plane * fileRows + Math.floor(row / blocksPerStrip)) * columns + column;
  }

  /** Loads the pages that contain the wanted blocks. */
  async #load(wanted: WantedBlocks, signal?: AbortSignal): Promise<ReadonlyMap<number, Page>> {
    signal?.throwIfAborted();
    const { columns, rows, isPlanar } = this.#layout;
    const { firstRow = 0, lastRow = rows - 1 } = wanted;
    const planeCount = isPlanar ? this.#size.bandCount : 1;
    const numbers = new Set<number>();
    for (const plane of wanted.planes ?? Array(planeCount).keys()) {
      const last = Math.floor(this.#indexOf(columns - 1, lastRow, plane) / pageEntries);
      let number = Math.floor(this.#indexOf(0, firstRow, plane) / pageEntries);
      while (number <= last) numbers.add(number++);
    }
    const loading = Promise.all(
      Array.from(numbers, async (number) => [number, await this.#page(number)] as const),
    );
    return new Map(await (signal ? untilAborted(loading, signal) : loading));
  }

  #page(number: number): Promise<Page> {
    // Several callers share the read, so it ignores their signals.
    return getOrLoad(this.#pages, number, () => this.#read(number * pageEntries));
  }

  async #read(first: number): Promise<Page> {
    const { isTiled } = this.#layout;
    const offsets = await this.#table(isTiled ? tag.tileOffsets : tag.stripOffsets, first);
    if (!offsets) throw damaged('The image has no table of block offsets.');
    const lengths = await this.#table(isTiled ? tag.tileByteCounts : tag.stripByteCounts, first);
    const isLost =
      this.#encoding.compression === 'none' && lengths?.length === 1 && lengths[0] === 0;
    return {
      offsets,
      lengths: lengths && !isLost ? lengths : this.#impliedLengths(offsets, first),
    };
  }

  /** The entries of the page that begins at `first`. */
  async #table(tableTag: number, first: number): Promise<Float64Array | undefined> {
    // Some files store the tables of tiles under the tags of strips.
    const twin =
      tableTag === tag.tileOffsets
        ? tag.stripOffsets
        : tableTag === tag.tileByteCounts
          ? tag.stripByteCounts
          : tableTag;
    const present = this.#directory.has(tableTag) ? tableTag : twin;
    const { columns, rows, isPlanar } = this.#layout;
    const planeCount = isPlanar ? this.#size.bandCount : 1;
    const count = this.#indexOf(columns - 1, rows - 1, planeCount - 1) + 1;
    const listed = this.#directory.count(present);
    if (listed > 0 && listed < count) {
      throw damaged(`The image has ${count} blocks, but tag ${present} lists ${listed}.`);
    }
    return this.#directory.numbersBetween(present, first, Math.min(first + pageEntries, count));
  }

  /** Old files leave out the byte counts of uncompressed strips. */
  #impliedLengths(offsets: Float64Array, first: number): Float64Array {
    const { layout, size } = { layout: this.#layout, size: this.#size };
    if (this.#encoding.compression !== 'none') {
      throw damaged('The image has no table of block lengths.');
    }
    const rowBytes = layout.blockBytes / layout.blockHeight;
    const fileRows = Math.ceil(layout.rows / layout.blocksPerStrip);
    const fileBlockHeight = layout.blockHeight * layout.blocksPerStrip;
    const lengths = new Float64Array(offsets.length);
    for (let index = 0; index < lengths.length; index++) {
      const row = Math.floor((first + index) / layout.columns) % fileRows;
      const rowsLeft = layout.isTiled ? layout.blockHeight : size.height - row * fileBlockHeight;
      lengths[index] = Math.min(rowsLeft, fileBlockHeight) * rowBytes;
    }
    return lengths;
  }
}

/** Resolves as the promise does, unless the signal is aborted first. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
