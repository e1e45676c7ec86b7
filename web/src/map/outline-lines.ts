import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';

/**
 * The outline of an area as lines, without the edges at which it is cut along the antimeridian: there
 * its parts meet, and nothing ends.
 */
export function outlineLines(area: Polygon | MultiPolygon): MultiLineString {
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  return { type: 'MultiLineString', coordinates: rings.flatMap(linesOf) };
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

function isOnAntimeridian([longitude = 0]: Position): boolean {
  return Math.abs(longitude) === 180;
}
