import { perimeterMeters } from '@refugia/contract/area-measures.ts';
import type { MultiPolygon, Polygon } from 'geojson';

export type DrawingTool = 'rectangle' | 'polygon' | 'edit';

/** What a screen that lets an area be drawn gives to its map. */
export interface DrawingTools {
  /** No drawing while this holds: a run is under way. */
  isDisabled: boolean;
  /** What can be edited and deleted. */
  area: Polygon | MultiPolygon | null;
  /** The tool in hand. */
  tool: DrawingTool | null;
  onToolChange: (tool: DrawingTool | null) => void;
  onDraw: (area: Polygon) => void;
  onEdit: (area: Polygon | MultiPolygon) => void;
  onDelete: () => void;
  /** Null while there is nothing to undo or redo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
  /** How long around an area may be; its measure is shown against it. */
  maxPerimeterMeters: number;
}

/** Whether a sketch, were it let go now, would be refused. */
export function isTooLong(
  sketch: Polygon | MultiPolygon | null,
  maxPerimeterMeters: number,
): boolean {
  return sketch !== null && perimeterMeters(sketch) > maxPerimeterMeters;
}

/** An area with more corners is not edited by hand: its handles would hide it. */
export const maxEditableCorners = 200;
