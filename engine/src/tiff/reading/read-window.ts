import type { Window } from '../../raster/grid.ts';
import {
  bytesPerSample,
  createSamples,
  createSharedSamples,
  type Raster,
  type Samples,
} from '../../raster/samples.ts';
import { TiffError } from '../errors.ts';
import type { TiffImage } from '../structure/image.ts';
import { copyBlock, fillBlock } from './copy-block.ts';
import { blockImageOf, decodeBlock } from './decode-block.ts';
import type { DecodeRange, RangeTask } from './decode-range.ts';
import {
  type CoalesceOptions,
  defaultCoalesceOptions,
  type IsBlockWanted,
  type PlannedRange,
  planRead,
} from './plan.ts';
import { Slots } from './slots.ts';

export interface ReadWindowOptions {
  /** Indices of the bands, from 0, in the order wanted; all when left out. */
  bands?: readonly number[];
  signal?: AbortSignal;
  /** Ranges read at the same time, where memory allows. */
  concurrency?: number;
  /** When neighbouring blocks are read in one go. */
  coalesce?: Partial<CoalesceOptions>;
  /** Blocks that aren't wanted are not read: nodata, or 0, like those that the file leaves out. */
  isBlockWanted?: IsBlockWanted;
  /** Whoever decodes what has been read, into shared memory; this thread, with libuv's, when left out. */
  decodeRange?: DecodeRange;
}

const defaultConcurrency = 8;
/** Twice the threads that libuv has: some wait while others are decoded. */
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
  const output = bands.map(() => create(image.sampleType, window.width * window.height));
  for (const block of plan.sparse) {
    fillBlock(image, block, window, bands, output);
  }
  const decodeRange = options.decodeRange ?? decodeInBackground(decodingSlots(image), signal);
  const target = { image, window, bands, output, decodeRange, signal };
  const queue = plan.ranges[Symbol.iterator]();
  const workers = Array.from({ length: workerCount(image, plan.ranges, concurrency) }, async () => {
    for (const range of queue) {
      await readRange(range, target);
    }
  });
  await settleAll(workers);
  return { width: window.width, height: window.height, bands: output };
}

/** What a window's ranges are read for. */
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
  signal?.throwIfAborted();
  const bytes = await image.reader.source.read(range.offset, range.length, signal);
  if (bytes.length < range.length) {
    throw new TiffError(
      'damaged',
      `${image.reader.source.name} ends before byte ${range.offset + range.length}.`,
    );
  }
  const task = { image: blockImageOf(image), range, bytes, window, bands, output };
  await target.decodeRange(task);
}

/** Several blocks at the same time, unpacked by libuv's threads. */
function decodeInBackground(slots: Slots, signal: AbortSignal | undefined): DecodeRange {
  return async ({ image, range, bytes, window, bands, output }: RangeTask) => {
    const work = range.blocks.map((block) =>
      slots.use(async () => {
        signal?.throwIfAborted();
        const start = block.offset - range.offset;
        const blockBytes = bytes.subarray(start, start + block.length);
        const decoded = await decodeBlock(image, block, blockBytes, { inBackground: true });
        copyBlock(image, block, decoded, window, bands, output);
      }),
    );
    await settleAll(work);
  };
}

/** As many as asked for, but so few that the ranges on their way fit into memory. */
function workerCount(
  image: TiffImage,
  ranges: readonly PlannedRange[],
  concurrency: number,
): number {
  const longest = ranges.reduce((length, range) => Math.max(length, range.length), 1);
  const affordable = Math.floor(image.limits.inFlightBytes / longest);
  return Math.max(1, Math.min(concurrency, affordable, ranges.length));
}

/** A block takes its size twice while it is decoded: as bytes, and as samples. */
function decodingSlots(image: TiffImage): Slots {
  const affordable = Math.floor(image.limits.inFlightBytes / (2 * image.layout.blockBytes));
  return new Slots(Math.max(1, Math.min(mostBlocksDecoding, affordable)));
}

/** Waits until all work has stopped, so that nothing goes on after the call has failed. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected') {
      throw result.reason;
    }
  }
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
    throw new TiffError(
      'too-large',
      `A window of ${width} × ${height} pixels and ${bands.length} bands takes ${bytes} bytes; ` +
        `the limit is ${image.limits.windowBytes}. Read smaller windows, or an overview.`,
    );
  }
}
