export { detectChange } from './detect.ts';
export { detectChangeInThreads, detectScatteredInThreads } from './detect-in-threads.ts';
export type { ScatteredDetection } from './detect-scattered.ts';
export { MissingBandsError } from './named-bands.ts';
export {
  type BandStack,
  type ChangeDetection,
  type ChangeKind,
  type ChangeMethod,
  changeClass,
  changeKindCode,
  type DetectOptions,
  defaultDetectOptions,
  type LandCover,
} from './options.ts';
export type { ScatteredPair, ScatteredStack } from './pair-raster.ts';
export { labelPatches, type Patches } from './patches.ts';
export { type MaskSummary, summariseMask } from './summary.ts';
