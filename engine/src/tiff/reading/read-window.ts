import type { Window } from '../../raster/grid.ts';
import {
  bytesPerSample,
  createSamples,
  createSharedSamples,
  type Raster,
  type Samples,
} from '../../raster/samples.ts';
import { allOf } from '../../threads/wait-for.ts';
import { damaged, tooLarge } from '../errors.ts';
import type { TiffImage } from '../structure/image.ts';
import { blockImageOf, decodeBlock } from './decode-block.ts';
import { copyBlock, type DecodeRange, fillBlock, type RangeTask } from './decode-range.ts';
import {
  type CoalesceOptions,
  defaultCoalesceOptions,
  type IsBlockWanted,
  type PlannedRange,
  planRead,
} from './plan.ts';

export interface ReadWindowOptions {
  /** Indices of the wanted bands, from 0, in that order; all bands when left out. */
  bands?: readonly number[];
  signal?: AbortSignal;
  /** The number of ranges that are read at the same time, if memory allows. */
  concurrency?: number;
  /** When neighbouring blocks are read with one request. */
  coalesce?: Partial<CoalesceOptions>;
  /**
   * Blocks that are not wanted are not read. They become nodata, or 0, like blocks that the file
   * leaves out.
   */
  isBlockWanted?: IsBlockWanted;
  /**
   * Decodes what has been read, into shared memory; this thread and libuv's do so when left out.
   */
  decodeRange?: DecodeRange;
  /** Memory of the window's size for the bands, to be used repeatedly; new memory when left out. */
  into?: readonly Samples[];
}

const defaultConcurrency = 8;
/** Twice the number of libuv's threads, so that some blocks wait while others are decoded. */
const mostBlocksDecoding = 8;

/**
 * Reads a window of an image. Blocks that the file leaves out are filled with nodata, or 0. Rejects
 * with TiffError when the window lies outside, is beyond the limits or a block is damaged.
 */
export async function readWindow(
  image: TiffImage,
  window: Window,
  options: ReadWindowOptions = {},
): Promise<Raster> {
  const { signal, concurrency = defaultConcurrency } = options;
  const bands = options.bands ?? Array.from({ length: image.bandCount }, (_, band) => band);
  requireWindow(image, window, bands);
  signal?.throwIfAborted();
  const { isBlockWanted } = options;
  const coalesce = { ...defaultCoalesceOptions, ...options.coalesce };
  const plan = await planRead(image, window, bands, { ...coalesce, isBlockWanted, signal });
  const create = options.decodeRange ? createSharedSamples : createSamples;
  const { into } = options;
  const output = into
    ? [...into]
    : bands.map(() => create(image.sampleType, window.width * window.height));
  // New memory is zero, but memory that was used before is not.
  if (into && plan.sparse.length > 0) for (const band of into) band.fill(0);
  for (const block of plan.sparse) {
    fillBlock(block, { image, window, bands, output });
  }
  const decodeRange = options.decodeRange ?? decodeInBackground(decodingSlots(image), signal);
  const target = { image, window, bands, output, decodeRange, signal };
  const queue = plan.ranges[Symbol.iterator]();
  // A thread unpacks its blocks itself. In the background the slots limit how many are unpacked.
  const unpackedBytes = options.decodeRange ? unpackingBytes(image) : 0;
  const workerCount = affordableWorkers(image, plan.ranges, { concurrency, unpackedBytes });
  const workers = Array.from({ length: workerCount }, async () => {
    for (const range of queue) {
      await readRange(range, target);
    }
  });
  await allOf(workers);
  return { width: window.width, height: window.height, bands: output };
}

/** What the ranges of a window are read into. */
interface WindowTarget {
  readonly image: TiffImage;
  readonly window: Window;
  readonly bands: readonly number[];
  readonly output: readonly Samples[];
  readonly decodeRange: DecodeRange;
  readonly signal: AbortSignal | undefined;
}

async function readRange(range: PlannedRange, target: WindowTarget): Promise<void> {
  const { image, window, bands, output, signal } = target;
  const bytes = await readRangeBytes(image, range, signal);
  const task = { image: blockImageOf(image), range, bytes, window, bands, output };
  await target.decodeRange(task);
}

/** The bytes of a range. Rejects with TiffError if the file is too short. */
async function readRangeBytes(
  { reader }: TiffImage,
  range: PlannedRange,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const bytes = await reader.source.read(range.offset, range.length, signal);
  if (bytes.length < range.length) {
    throw damaged(`${reader.source.name} ends before byte ${range.offset + range.length}.`);
  }
  return bytes;
}

/** Decodes several blocks at the same time in libuv's threads. */
function decodeInBackground(slots: Slots, signal: AbortSignal | undefined): DecodeRange {
  return async (task: RangeTask) => {
    const { image, range, bytes } = task;
    const work = range.blocks.map((block) =>
      slots.use(async () => {
        signal?.throwIfAborted();
        const start = block.offset - range.offset;
        const blockBytes = bytes.subarray(start, start + block.length);
        const decoded = await decodeBlock(image, block, blockBytes, { inBackground: true });
        copyBlock(decoded, block, task);
      }),
    );
    await allOf(work);
  };
}

/** About how much memory it takes to unpack a block. LERC's decoder makes several copies. */
export function unpackingBytes({ layout, encoding }: TiffImage): number {
  return layout.blockBytes * (encoding.compression === 'lerc' ? 4 : 1);
}

/** The number of ranges that are read at the same time: as many as asked for, if memory allows. */
function affordableWorkers(
  image: TiffImage,
  ranges: readonly PlannedRange[],
  { concurrency, unpackedBytes }: { concurrency: number; unpackedBytes: number },
): number {
  const longest = ranges.reduce((length, range) => Math.max(length, range.length), 1);
  const affordable = Math.floor(image.limits.inFlightBytes / (longest + unpackedBytes));
  return Math.max(1, Math.min(concurrency, affordable, ranges.length));
}

/** A block needs its size twice while it is decoded: as bytes and as samples. */
function decodingSlots(image: TiffImage): Slots {
  const affordable = Math.floor(image.limits.inFlightBytes / (2 * image.layout.blockBytes));
  return new Slots(Math.max(1, Math.min(mostBlocksDecoding, affordable)));
}

function requireWindow(image: TiffImage, window: Window, bands: readonly number[]): void {
  const { column, row, width, height } = window;
  const isWhole = [column, row, width, height].every(Number.isInteger);
  const isInside =
    column >= 0 && row >= 0 && column + width <= image.width && row + height <= image.height;
  if (!isWhole || !isInside || width < 1 || height < 1) {
    throw new RangeError(
      `The window (column ${column}, row ${row}, ${width} × ${height}) is not inside of the image ` +
        `of ${image.width} × ${image.height} pixels.`,
    );
  }
  const unknown = bands.find(
    (band) => !Number.isInteger(band) || band < 0 || band >= image.bandCount,
  );
  if (unknown !== undefined) {
    throw new RangeError(`There is no band ${unknown}: the image has ${image.bandCount}, from 0.`);
  }
  const bytes = width * height * bands.length * bytesPerSample(image.sampleType);
  if (bytes > image.limits.windowBytes) {
    throw tooLarge(
      `A window of ${width} × ${height} pixels and ${bands.length} bands takes ${bytes} bytes; ` +
        `the limit is ${image.limits.windowBytes}. Read smaller windows, or an overview.`,
    );
  }
}

/** Limits how many tasks run at the same time. The others wait in a queue. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async use<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free === 0) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#free--;
    }
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) {
        next();
      } else {
        this.#free++;
      }
    }
  }
}
