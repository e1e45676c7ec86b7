export { buildComposites } from './build.ts';
export { type Chunk, chunksOf, defaultChunkMeters, isNearTogether, outlineOf } from './chunks.ts';
export { addGaps, gapNotes, noGaps, snowNotes } from './gaps.ts';
export { matchFills } from './match-fills.ts';
export { Mosaic } from './mosaic.ts';
export { pictureNotes } from './notes.ts';
export { runKernelHere } from './reading-kernels.ts';
export { SceneFiles } from './scene-files.ts';
export type {
  Composite,
  CompositeOptions,
  CompositePair,
  Picture,
  PicturePair,
  WorkArea,
  WorkAreaOptions,
} from './types.ts';
export { chooseSurveyArea, chooseWideArea, chooseWorkArea } from './work-area.ts';
