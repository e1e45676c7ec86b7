export type { FlatGeometry } from '../vector/types.ts';
export { applyPatch, PatchMismatchError } from './apply-patch.ts';
export { invertPatch } from './invert-patch.ts';
export { makePatch } from './make-patch.ts';
export { type ConflictChoices, mergeStates, resolveConflicts } from './merge-states.ts';
export { isSameState } from './same.ts';
export type {
  AttributeChange,
  Conflict,
  CreatePatch,
  DeletePatch,
  EditPatch,
  FeatureState,
  GeometryChange,
  GeometryConflict,
  MergeOutcome,
  MergeSide,
  MergeStates,
  Patch,
  ReplacedGeometry,
  Splice,
  SplicedGeometry,
  SpliceItem,
} from './types.ts';
export { type VertexChanges, vertexChanges } from './vertex-changes.ts';
