import type { LineString, MultiLineString, Position } from 'geojson';
import { type Edge, meetingOf } from './edges.ts';
import { toPlane } from './plane.ts';
import { roundPosition } from './round.ts';

/** The pieces into which a second line cuts a line; null where they do not cross. */
export function splitLine(line: LineString, knife: readonly Position[]): LineString[] | null {
  const pieces: Position[][] = [[line.coordinates[0]]];
  for (let index = 1; index < line.coordinates.length; index++) {
    const [from, to] = [line.coordinates[index - 1], line.coordinates[index]];
    for (const place of crossingsOf(from, to, knife)) {
      pieces.at(-1)!.push(place);
      pieces.push([place]);
    }
    pieces.at(-1)!.push(to);
  }
  if (pieces.length === 1) return null;
  return pieces.map((coordinates) => ({ type: 'LineString', coordinates }));
}

/**
 * The shapes into which a second line cuts lines. The first shape keeps the lines that are not cut,
 * and the first piece of each line that is. Every other piece is a shape of its own. Returns null
 * if no line is crossed.
 */
export function splitLines(
  lines: MultiLineString,
  knife: readonly Position[],
): (LineString | MultiLineString)[] | null {
  const kept: Position[][] = [];
  const cutOff: LineString[] = [];
  for (const coordinates of lines.coordinates) {
    const [first, ...others] = splitLine({ type: 'LineString', coordinates }, knife) ?? [];
    kept.push(first?.coordinates ?? coordinates);
    cutOff.push(...others);
  }
  if (cutOff.length === 0) return null;
  const [only, ...more] = kept;
  return more.length === 0
    ? [{ type: 'LineString', coordinates: only! }, ...cutOff]
    : [{ type: 'MultiLineString', coordinates: kept }, ...cutOff];
}

/** Where a line crosses an edge, in the order of the edge. */
function crossingsOf(from: Position, to: Position, knife: readonly Position[]): Position[] {
  const edge: Edge = { from: toPlane(from), to: toPlane(to) };
  const shares: number[] = [];
  for (let index = 1; index < knife.length; index++) {
    const other: Edge = { from: toPlane(knife[index - 1]), to: toPlane(knife[index]) };
    if (meetingOf(edge, other) === 'cross') shares.push(shareAlong(edge, other));
  }
  const [x = 0, y = 0] = from;
  const [toX = 0, toY = 0] = to;
  return shares
    .sort((a, b) => a - b)
    .map((share) => roundPosition([x + (toX - x) * share, y + (toY - y) * share]));
}

/** How far along an edge another crosses it, 0 to 1. */
function shareAlong({ from, to }: Edge, other: Edge): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [otherDx, otherDy] = [other.to.x - other.from.x, other.to.y - other.from.y];
  const [apartX, apartY] = [other.from.x - from.x, other.from.y - from.y];
  return (apartX * otherDy - apartY * otherDx) / (dx * otherDy - dy * otherDx);
}
