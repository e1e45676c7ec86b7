import type { FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import type { FeatureChange } from '../state/map-state.ts';
import type { ShownFeature } from '../state/shown-features.ts';

/** The tools and actions that change the features of a map, and their present state. */
export interface MapEditing {
  /** The features, with all changes of this browser applied. */
  readonly features: ReadonlyMap<string, ShownFeature>;
  readonly tool: ShapeTool | null;
  takeTool(tool: ShapeTool | null): void;
  readonly selected: ShownFeature | null;
  select(id: string | null): void;
  /**
   * The id of the feature that was chosen last. Its whole feature may be missing here, because
   * tiles show it before the server sends it.
   */
  readonly chosenId: string | null;
  /** The shape in hand while a handle is being moved. */
  readonly draft: FlatGeometry | null;
  setDraft(geometry: FlatGeometry | null): void;
  finish(shape: DrawnShape, tool: ShapeTool): void;
  /** Sets the new state of the feature in hand. Null deletes it. */
  change(after: FeatureState | null): void;
  changeGeometry(geometry: FlatGeometry | null): void;
  /** An editor's changes that are not proposed yet. */
  readonly proposed: readonly FeatureChange[];
  propose(note: string): void;
  /** Keeps the draft of the note to the owner. */
  keepNote(note: string): void;
  dropProposed(): void;
  readonly isSnapping: boolean;
  setSnapping(isOn: boolean): void;
}
