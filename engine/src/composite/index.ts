export { buildComposites, buildContext } from './build.ts';
export { matchFills } from './match-fills.ts';
export type {
  Composite,
  CompositeOptions,
  CompositePair,
  CompositeScene,
  WorkArea,
  WorkAreaOptions,
} from './types.ts';
export { chooseWorkArea } from './work-area.ts';
