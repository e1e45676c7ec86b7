import { bytesPerSample } from '../../raster/samples.ts';
import type { TiffImage } from '../../tiff/index.ts';
import { blockImageOf } from '../../tiff/reading/decode-block.ts';
import { defaultCoalesceOptions, type PlannedRange, planRead } from '../../tiff/reading/plan.ts';
import { readRangeBytes } from '../../tiff/reading/read-window.ts';
import { isStreamed } from '../rows/image-rows.ts';
import type { MeasureTask } from './plan.ts';
import type { TileMakers } from './threads.ts';

/** Blocks of a larger size would fill the memory if several threads unpacked them. */
const mostBlockBytes = 16 * 2 ** 20;
/** About as many bytes, unpacked, are planned at a time. */
const plannedBytes = 64 * 2 ** 20;
/** While threads measure some ranges, the next ones are read. */
const rangesAtOnce = 6;

export interface MeasureWork {
  readonly image: TiffImage;
  readonly band: number;
  readonly makers: Pick<TileMakers, 'measure'>;
  readonly signal: AbortSignal | undefined;
}

/** Whether a band can be measured block by block, without putting its rows together. */
export function canMeasureBlocks(image: TiffImage): boolean {
  const hasHidden = image.mask !== undefined || image.colours.alphaBand !== undefined;
  return !hasHidden && !isStreamed(image, 1) && image.layout.blockBytes <= mostBlockBytes;
}

/**
 * Measures a band block by block, as the blocks lie in the file. Returns how many pixels belong to
 * blocks that the file leaves out. Rejects with TiffError if a block is damaged.
 */
export async function measureImage(work: MeasureWork): Promise<number> {
  const { image, signal, makers } = work;
  let sparsePixels = 0;
  const tasks = measureTasks(work, (pixels) => {
    sparsePixels += pixels;
  });
  const stop = new AbortController();
  const runs = Array.from({ length: rangesAtOnce }, async () => {
    for await (const [task, range] of tasks) {
      stop.signal.throwIfAborted();
      const bytes = await readRangeBytes(image, range, signal);
      await makers.measure({ ...task, bytes });
    }
  });
  for (const run of runs) run.catch((error) => stop.abort(error));
  await Promise.allSettled(runs);
  stop.signal.throwIfAborted();
  return sparsePixels;
}

/** What is to be measured, in pieces of some rows of blocks. */
async function* measureTasks(
  { image, band, signal }: MeasureWork,
  onSparse: (pixels: number) => void,
): AsyncGenerator<[Omit<MeasureTask, 'bytes'>, PlannedRange], void, void> {
  const { blockHeight, blockWidth } = image.layout;
  const rowBytes = blockHeight * image.width * bytesPerSample(image.sampleType);
  const step = blockHeight * Math.max(1, Math.floor(plannedBytes / rowBytes));
  for (let row = 0; row < image.height; row += step) {
    const height = Math.min(step, image.height - row);
    const window = { column: 0, row, width: image.width, height };
    const options = { ...defaultCoalesceOptions, ...(signal && { signal }) };
    const plan = await planRead(image, window, [band], options);
    for (const block of plan.sparse) {
      const width = Math.min(blockWidth, image.width - block.column * blockWidth);
      onSparse(width * Math.min(blockHeight, image.height - block.row * blockHeight));
    }
    for (const range of plan.ranges) {
      yield [{ image: blockImageOf(image), range, window, bands: [band] }, range];
    }
  }
}
