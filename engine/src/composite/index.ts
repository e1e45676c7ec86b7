export { buildComposites } from './build.ts';
export type {
  Composite,
  CompositeOptions,
  CompositePair,
  CompositeScene,
  WorkArea,
  WorkAreaOptions,
} from './types.ts';
export { chooseWorkArea } from './work-area.ts';
