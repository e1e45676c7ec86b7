export { detectChange } from './detect.ts';
export {
  type BandStack,
  type ChangeDetection,
  type ChangeMethod,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
} from './options.ts';
export { labelPatches, type Patches } from './patches.ts';
export { type MaskSummary, summariseMask } from './summary.ts';
