export type { FlatGeometry } from '../vector/types.ts';
export { applyPatch, PatchMismatchError } from './apply-patch.ts';
export { invertPatch } from './invert-patch.ts';
export { makePatch } from './make-patch.ts';
export { mergeStates } from './merge-states.ts';
export { isSameState } from './same.ts';
export type {
  AttributeChange,
  AttributeDispute,
  CreatePatch,
  DeletePatch,
  Dispute,
  EditPatch,
  FeatureState,
  GeometryChange,
  LayerDispute,
  LayerMove,
  MergeOutcome,
  MergeSide,
  MergeStates,
  Patch,
  ReplacedGeometry,
  Splice,
  SplicedGeometry,
  SpliceItem,
  StretchDispute,
} from './types.ts';
export { type VertexChanges, vertexChanges } from './vertex-changes.ts';
