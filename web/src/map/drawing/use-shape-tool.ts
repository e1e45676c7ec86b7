import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import type { Geometry } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useMemo } from 'react';
import type { LngLat } from '../places.ts';
import { canFinishPath, pathSoFar, polygonRules } from './path-tool.ts';
import {
  type DrawnShape,
  isPathTool,
  isStretched,
  pathRules,
  roundPolygon,
  type ShapeTool,
  shapeOfPath,
} from './shape-tools.ts';
import { type SketchFault, sketchFault } from './sketch-fault.ts';
import { useMapFocus, usePathTool } from './use-path-tool.ts';
import { useRectangleTool } from './use-rectangle-tool.ts';

interface ShapeToolOptions {
  map: MapLibreMap | undefined;
  tool: ShapeTool | null;
  snap: (position: LngLat) => LngLat;
  isSnapPending: boolean;
  onFinish: (shape: DrawnShape, tool: ShapeTool) => void;
  onCancel: () => void;
}

/** The state of drawing a shape. */
export interface ShapeSketch {
  /** The sketch so far, or null while there is nothing yet. */
  readonly geometry: Geometry | null;
  readonly corners: readonly LngLat[];
  /** Finishes the shape; null while that is not possible, or where it finishes by itself. */
  readonly finish: (() => void) | null;
  readonly removeLast: (() => void) | null;
  /** Whether the second corner of a rectangle was refused, because there is no area. */
  readonly isFlat: boolean;
  /** Why the corners so far make no area, for which finishing waits. */
  readonly fault: SketchFault | null;
}

/** Connects the active tool with the map, by pointer or by keyboard from the middle of the map. */
export function useShapeTool({ map, tool, ...options }: ShapeToolOptions): ShapeSketch {
  const pathTool = isPathTool(tool) ? tool : null;
  const rules = pathTool ? pathRules[pathTool] : polygonRules;
  const stretched = useRectangleTool({
    map,
    isActive: isStretched(tool),
    onFinish: (rectangle) =>
      options.onFinish(roundPolygon(rectanglePolygon(rectangle)), tool ?? 'rectangle'),
    onCancel: options.onCancel,
  });
  const { tool: path, step } = usePathTool({
    map,
    isActive: pathTool !== null,
    rules,
    snap: options.snap,
    isSnapPending: options.isSnapPending,
    mayFinish: (corners) => !pathTool || sketchFault(pathTool, corners) === null,
    onFinish: (corners) => {
      const shape = pathTool && shapeOfPath(pathTool, corners);
      if (shape) options.onFinish(shape, pathTool);
    },
    onCancel: options.onCancel,
  });
  const corners = path.phase === 'drawing' ? path.corners : nowhere;
  const fault = useMemo(
    () => (pathTool ? sketchFault(pathTool, corners) : null),
    [pathTool, corners],
  );
  useMapFocus(map, tool === 'vertices' ? null : tool);

  if (isStretched(tool)) {
    const geometry = stretched && rectanglePolygon(stretched.rectangle);
    return { ...nothing, geometry, isFlat: stretched?.isFlat ?? false };
  }
  if (!pathTool) return nothing;
  const places = pathSoFar(path);
  const canFinish = rules.most === undefined && canFinishPath(path, rules) && fault === null;
  return {
    geometry: shapeOfPath(pathTool, places) ?? lineThrough(places),
    corners,
    finish: canFinish ? () => step({ type: 'finish' }) : null,
    removeLast: corners.length > 0 ? () => step({ type: 'remove-last' }) : null,
    isFlat: false,
    fault,
  };
}

const nowhere: readonly LngLat[] = [];
const nothing: ShapeSketch = {
  geometry: null,
  corners: [],
  finish: null,
  removeLast: null,
  isFlat: false,
  fault: null,
};

function lineThrough(places: readonly LngLat[]): Geometry | null {
  if (places.length < 2) return null;
  return { type: 'LineString', coordinates: places.map((place) => [...place]) };
}
