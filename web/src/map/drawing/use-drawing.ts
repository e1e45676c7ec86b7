import type { MultiPolygon, Polygon } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { isWriting } from '../is-writing.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { canFinish, type PolygonTool, polygonSoFar } from './polygon-tool.ts';
import { rectanglePolygon } from './rectangle-tool.ts';
import { usePolygonTool } from './use-polygon-tool.ts';
import { useRectangleTool } from './use-rectangle-tool.ts';

/** How drawing stands, for what shows and measures it. */
export interface Drawing {
  /** What would be the area if this were all; null while nothing is enclosed. */
  readonly shape: Polygon | MultiPolygon | null;
  /** The polygon's corners so far. */
  readonly polygon: PolygonTool;
  /** Null while it can't be finished; the rectangle finishes by itself. */
  readonly finish: (() => void) | null;
  readonly removeLast: (() => void) | null;
  /** An edit that is not let go yet takes the area's place. */
  readonly setDraft: (area: Polygon | MultiPolygon | null) => void;
}

/** Lets the tool in hand work on the map. */
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
  const { tool: polygon, step } = usePolygonTool({
    map,
    isActive: tool === 'polygon',
    onFinish: draw,
    onCancel: putAway,
  });
  useEffect(() => {
    // Whoever took the tool by key goes on by key, and the keys of drawing are the map's.
    const isByKey = document.activeElement?.matches(':focus-visible') ?? false;
    if (isByKey && (tool === 'rectangle' || tool === 'polygon')) map?.getCanvas().focus();
  }, [map, tool]);
  const isEditing = tool === 'edit';
  const onToolChange = tools?.onToolChange;
  useEffect(() => {
    if (!isEditing) return;
    const endOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isWriting(event)) onToolChange?.(null);
    };
    window.addEventListener('keydown', endOnEscape);
    return () => {
      window.removeEventListener('keydown', endOnEscape);
      setDraft(null);
    };
  }, [isEditing, onToolChange]);

  const shapes = {
    rectangle: () => stretched && rectanglePolygon(stretched),
    polygon: () => polygonSoFar(polygon),
    edit: () => draft ?? tools?.area ?? null,
  };
  const hasCorners = polygon.phase === 'drawing' && polygon.corners.length > 0;
  return {
    shape: tool === null ? null : shapes[tool](),
    polygon,
    finish: canFinish(polygon) ? () => step({ type: 'finish' }) : null,
    removeLast: hasCorners ? () => step({ type: 'remove-last' }) : null,
    setDraft,
  };
}
