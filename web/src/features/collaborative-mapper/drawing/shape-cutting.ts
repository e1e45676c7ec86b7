import { cutHole, splitArea, splitLine, splitLines } from '@refugia/engine/edit/cut.ts';
import { shapeFault } from '@refugia/engine/edit/validity.ts';
import type { FlatGeometry } from '@refugia/engine/merge/index.ts';
import type { DrawnShape, ShapeTool } from '../../../map/drawing/shape-tools.ts';
import type { FeatureChange } from '../state/map-state.ts';

/** Says why a change would leave an invalid shape, or returns null if all shapes are valid. */
export function faultOf(changes: readonly FeatureChange[]): string | null {
  for (const { after } of changes) {
    const fault = after?.geometry && shapeFault(after.geometry);
    if (fault) return fault.reason;
  }
  return null;
}

/** @returns the parts, or a sentence that says why there are none */
export function cutWith(
  geometry: FlatGeometry,
  shape: DrawnShape,
  tool: ShapeTool,
): readonly FlatGeometry[] | string {
  if (tool === 'hole') {
    const left = shape.type === 'Polygon' && isArea(geometry) ? cutHole(geometry, shape) : null;
    return left ? [left] : 'That would leave nothing of the shape. To remove it, delete it.';
  }
  const parts = shape.type === 'LineString' ? partsOf(geometry, shape.coordinates) : null;
  return parts ?? 'The line does not cut through the shape. Draw it from outside to outside.';
}

function isArea(geometry: FlatGeometry) {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}

function partsOf(geometry: FlatGeometry, line: number[][]): FlatGeometry[] | null {
  switch (geometry.type) {
    case 'Polygon':
    case 'MultiPolygon':
      return splitArea(geometry, line);
    case 'LineString':
      return splitLine(geometry, line);
    case 'MultiLineString':
      return splitLines(geometry, line);
    default:
      return null;
  }
}
