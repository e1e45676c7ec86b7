export { type LabelledPatches, labelPatches } from './decision/patches.ts';
export { changeSeverities } from './decision/severity.ts';
export { type MaskSummary, summariseMask } from './decision/summary.ts';
export { detectChange } from './detection/detect.ts';
export type { ScatteredDetection } from './detection/detect-scattered.ts';
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
  type Severity,
  severityCode,
} from './options.ts';
export { bandsByName, MissingBandsError, normalisedDifference } from './pair/named-bands.ts';
export type { ScatteredPair, ScatteredStack } from './pair/pair-raster.ts';
export { detectChangeInThreads, detectScatteredInThreads } from './threads/detect-in-threads.ts';
