export { isNearTogether, outlineOf, type Subarea, subareasOf } from './area/subareas.ts';
export { choosePreviewArea, chooseWideArea, chooseWorkArea } from './area/work-area.ts';
export { buildComposites, type CompositeOptions } from './dates/build.ts';
export { addGaps, gapNotes, noGaps } from './dates/gaps.ts';
export { pictureNotes } from './dates/notes.ts';
export { matchFills } from './fill/match-fills.ts';
export { Mosaic } from './mosaic/mosaic.ts';
export { SceneFiles } from './read/scene-files.ts';
export type {
  Composite,
  CompositePair,
  DatePicture,
  PicturePair,
  WorkArea,
  WorkAreaOptions,
} from './types.ts';
