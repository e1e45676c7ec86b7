import { circlePolygon, roundPosition } from '@refugia/engine/edit/index.ts';
import { distanceMeters } from '@refugia/engine/geo/measures.ts';
import type { LineString, Point, Polygon } from 'geojson';
import type { LngLat } from '../places.ts';
import { closedPolygon, type PathRules, polygonRules } from './path-tool.ts';

/** Tools that draw a shape, that choose what lies in a box, and that change the selected shape. */
export type ShapeTool =
  | 'marker'
  | 'line'
  | 'polygon'
  | 'rectangle'
  | 'box'
  | 'circle'
  | 'vertices'
  | 'hole'
  | 'split';

/** The geometry that a tool draws: a new shape, or one that cuts the selected shape. */
export type DrawnShape = Point | LineString | Polygon;

/** How many places each tool takes. Rectangles and boxes are stretched, and vertices have handles of their own. */
export const pathRules: Record<Exclude<ShapeTool, 'rectangle' | 'box' | 'vertices'>, PathRules> = {
  marker: { fewest: 1, most: 1, isClosed: false },
  line: { fewest: 2, isClosed: false },
  split: { fewest: 2, isClosed: false },
  polygon: polygonRules,
  hole: polygonRules,
  circle: { fewest: 2, most: 2, isClosed: false },
};
export type PathToolName = keyof typeof pathRules;

/** Whether a tool sets places one after the other. */
export function isPathTool(tool: ShapeTool | null): tool is PathToolName {
  return tool !== null && tool in pathRules;
}

/** Whether a tool stretches a rectangle between two corners. */
export function isStretched(tool: ShapeTool | null): boolean {
  return tool === 'rectangle' || tool === 'box';
}

/** The shape of the given places with 7 decimals, or null while there are too few. */
export function shapeOfPath(tool: PathToolName, places: readonly LngLat[]): DrawnShape | null {
  const { fewest } = pathRules[tool];
  const [first] = places;
  if (!first || places.length < fewest) return null;
  switch (tool) {
    case 'marker':
      return { type: 'Point', coordinates: roundPosition(first) };
    case 'line':
    case 'split':
      return { type: 'LineString', coordinates: places.map(roundPosition) };
    case 'polygon':
    case 'hole':
      return roundPolygon(closedPolygon(places));
    case 'circle':
      return circlePolygon([...first], distanceMeters([...first], [...places[1]]));
  }
}

/** Rounds the coordinates of a polygon to 7 decimals. */
export function roundPolygon({ coordinates }: Polygon): Polygon {
  return { type: 'Polygon', coordinates: coordinates.map((ring) => ring.map(roundPosition)) };
}

/** The keys that draw a rectangle. */
const rectangleKeys =
  'By keys: the arrow keys move the map, Space sets a corner in its middle, Enter finishes, Escape stops.';
/** How vertices are set by keys. Further keys are named in the hint of each tool. */
export const placeKeys = 'By keys: the arrow keys move the map, Space sets a place in its middle.';

/** The instructions of each tool for keys and a mouse. */
export const shapeHints: Record<ShapeTool, string> = {
  marker: 'Click where the marker stands. Escape stops.',
  line: 'Click each vertex. Enter or a second click on the last one finishes, Backspace takes it back.',
  polygon:
    'Click each corner. Enter or a click on the first corner finishes, Backspace takes the last one back.',
  rectangle: `Drag from corner to corner, or click two corners. ${rectangleKeys}`,
  box: `Drag a box around the features to choose, or click two corners of it. ${rectangleKeys}`,
  circle: 'Click the middle, then a place on the edge. Escape stops.',
  vertices:
    'Drag a corner to move it, or a small dot to add one. Delete removes the corner in focus, Escape ends.',
  hole: 'Draw around what is to be cut out of the shape. Enter finishes, Escape stops.',
  split: 'Draw a line across the shape, from outside to outside. Enter finishes, Escape stops.',
};

/** The instructions for touch screens, on which the buttons beside them replace the keys. */
export const shapeTouchHints: Record<ShapeTool, string> = {
  marker: 'Tap where the marker stands.',
  line: 'Tap each vertex, then Finish.',
  polygon: 'Tap each corner, then Finish.',
  rectangle: 'Drag a finger from corner to corner, or tap two corners.',
  box: 'Drag a finger around the features to choose, or tap two corners of a box.',
  circle: 'Tap the middle, then a place on the edge.',
  vertices: 'Drag a corner to move it, or a small dot to add one.',
  hole: 'Tap around what is to be cut out of the shape, then Finish.',
  split: 'Tap a line across the shape, from outside to outside, then Finish.',
};
