import type { FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import type { FeatureChange } from '../state/map-state.ts';
import type { ShownFeature } from '../state/shown-features.ts';

/** What can be done to the features of a map, and what is being done. */
export interface MapEditing {
  /** Features with everything on top that was done here. */
  readonly features: ReadonlyMap<string, ShownFeature>;
  readonly tool: ShapeTool | null;
  takeTool(tool: ShapeTool | null): void;
  readonly selected: ShownFeature | null;
  select(id: string | null): void;
  /** What was chosen last, which may not be here: tiles show it before the server tells it whole. */
  readonly chosenId: string | null;
  /** The shape in hand while a handle is being moved. */
  readonly draft: FlatGeometry | null;
  setDraft(geometry: FlatGeometry | null): void;
  finish(shape: DrawnShape, tool: ShapeTool): void;
  /** What the feature in hand becomes; null deletes it. */
  change(after: FeatureState | null): void;
  changeGeometry(geometry: FlatGeometry | null): void;
  /** An editor's changes that are not sent yet. */
  readonly proposed: readonly FeatureChange[];
  propose(note: string): void;
  /** Keeps what was written to the owner so far. */
  keepNote(note: string): void;
  dropProposed(): void;
  readonly isSnapping: boolean;
  setSnapping(isOn: boolean): void;
}
