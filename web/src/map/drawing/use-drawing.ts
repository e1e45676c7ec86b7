import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { isWriting } from '../is-writing.ts';
import { usePageKeys } from '../map-events.ts';
import type { DrawingTools } from './drawing-tools.ts';
import {
  canFinishPath,
  closedPolygon,
  type PathTool,
  polygonRules,
  polygonSoFar,
} from './path-tool.ts';
import { useMapFocus, usePathTool } from './use-path-tool.ts';
import { useRectangleTool } from './use-rectangle-tool.ts';

/** The state of drawing, for components that show and measure it. */
export interface Drawing {
  /** The area if drawing ended now, or null while nothing is enclosed. */
  readonly shape: Polygon | MultiPolygon | null;
  readonly polygon: PathTool;
  /** Whether the second corner of the rectangle was refused, because there is no area. */
  readonly isFlat: boolean;
  /** Finishes the polygon; null while that is not possible. A rectangle finishes by itself. */
  readonly finish: (() => void) | null;
  readonly removeLast: (() => void) | null;
  /** Shows an unfinished edit in place of the area. */
  readonly setDraft: (area: Polygon | MultiPolygon | null) => void;
}

/** Connects the active tool with the map. */
export function useDrawing(map: MapLibreMap | undefined, tools: DrawingTools | undefined): Drawing {
  const tool = tools === undefined || tools.isDisabled ? null : tools.tool;
  const [draft, setDraft] = useState<Polygon | MultiPolygon | null>(null);
  const putAway = () => tools?.onToolChange(null);
  const draw = (area: Polygon) => {
    putAway();
    tools?.onDraw(area);
  };
  const stretched = useRectangleTool({
    map,
    isActive: tool === 'rectangle',
    onFinish: (rectangle) => draw(rectanglePolygon(rectangle)),
    onCancel: putAway,
  });
  const { tool: polygon, step } = usePathTool({
    map,
    isActive: tool === 'polygon',
    rules: polygonRules,
    onFinish: (corners) => draw(closedPolygon(corners)),
    onCancel: putAway,
  });
  useMapFocus(map, tool === 'edit' ? null : tool);
  const isEditing = tool === 'edit';
  useEffect(() => {
    if (!isEditing) return;
    return () => setDraft(null);
  }, [isEditing]);
  usePageKeys((event) => {
    if (event.key === 'Escape' && !isWriting(event)) putAway();
  }, isEditing);

  const shapes = {
    rectangle: () => stretched && rectanglePolygon(stretched.rectangle),
    polygon: () => polygonSoFar(polygon),
    edit: () => draft ?? tools?.area ?? null,
  };
  const hasCorners = polygon.phase === 'drawing' && polygon.corners.length > 0;
  return {
    shape: tool === null ? null : shapes[tool](),
    polygon,
    isFlat: stretched?.isFlat ?? false,
    finish: canFinishPath(polygon, polygonRules) ? () => step({ type: 'finish' }) : null,
    removeLast: hasCorners ? () => step({ type: 'remove-last' }) : null,
    setDraft,
  };
}
