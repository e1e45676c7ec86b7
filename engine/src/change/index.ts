export { detectChange } from './detect.ts';
export { detectChangeInThreads } from './detect-in-threads.ts';
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
export { labelPatches, type Patches } from './patches.ts';
export { type MaskSummary, summariseMask } from './summary.ts';
