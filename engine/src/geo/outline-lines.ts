import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { areaPolygons } from './bounds.ts';
import { isOnAntimeridian } from './position.ts';

/**
 * The outline of an area as lines. Edges along the antimeridian are left out, because the area is
 * only cut there and continues on the other side.
 */
export function outlineLines(area: Polygon | MultiPolygon): MultiLineString {
  return { type: 'MultiLineString', coordinates: areaPolygons(area).flat().flatMap(linesOf) };
}

function linesOf(ring: readonly Position[]): Position[][] {
  const lines: Position[][] = [];
  let line: Position[] = [];
  for (const [index, position] of ring.entries()) {
    const previous = ring[index - 1];
    if (previous && isOnAntimeridian(previous) && isOnAntimeridian(position)) {
      lines.push(line);
      line = [];
    }
    line.push(position);
  }
  return [...lines, line].filter(({ length }) => length > 1);
}
