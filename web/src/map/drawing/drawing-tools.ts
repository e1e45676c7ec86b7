import { perimeterMeters } from '@refugia/engine/geo/measures.ts';
import type { MultiPolygon, Polygon } from 'geojson';

export type DrawingTool = 'rectangle' | 'polygon' | 'edit';

/** The drawing state and callbacks that a screen gives to its map. */
export interface DrawingTools {
  /** Whether drawing is disabled, as it is during a run. */
  isDisabled: boolean;
  area: Polygon | MultiPolygon | null;
  tool: DrawingTool | null;
  onToolChange: (tool: DrawingTool | null) => void;
  onDraw: (area: Polygon) => void;
  onEdit: (area: Polygon | MultiPolygon) => void;
  onDelete: () => void;
  /** Null while there is nothing to undo or redo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  /** The longest perimeter of an area, which is shown beside the current one; infinite without a limit. */
  maxPerimeterMeters: number;
  /** Whether the sketch lies above what covers the map's own layers. Default false. */
  isAbove?: boolean;
}

/** Whether a sketch would be refused if it were finished now. */
export function isTooLong(
  sketch: Polygon | MultiPolygon | null,
  maxPerimeterMeters: number,
): boolean {
  return sketch !== null && perimeterMeters(sketch) > maxPerimeterMeters;
}

/** The largest number of corners of an editable area. More handles would hide the area. */
export const maxEditableCorners = 200;
