import { decodeRange } from '../tiff/reading/decode-range.ts';
import { markPixels } from './mark-pixels.ts';
import { fillShifts, shiftFills } from './match-fills.ts';
import { placeBand } from './place-band.ts';
import { placeClassification } from './place-classification.ts';

/** What threads do while scenes are read: from bytes to samples, from samples to a picture's pixels. */
export const readingKernels = {
  decodeRange,
  placeClassification,
  placeBand,
  markPixels,
  fillShifts,
  shiftFills,
} as const;

export type KernelName = keyof typeof readingKernels;
export type KernelTask<Name extends KernelName> = Parameters<(typeof readingKernels)[Name]>[0];
export type KernelResult<Name extends KernelName> = Awaited<
  ReturnType<(typeof readingKernels)[Name]>
>;

/** Has a kernel do one piece of work; rejects as the kernel does. */
export type RunKernel = <Name extends KernelName>(
  name: Name,
  task: KernelTask<Name>,
) => Promise<KernelResult<Name>>;

/** In the thread that calls. */
export const runKernelHere: RunKernel = async <Name extends KernelName>(
  name: Name,
  task: KernelTask<Name>,
): Promise<KernelResult<Name>> => {
  const kernel = readingKernels[name] as (task: KernelTask<Name>) => unknown;
  return (await kernel(task)) as KernelResult<Name>;
};
