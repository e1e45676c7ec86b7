import type { Position } from 'geojson';
import { groupRings, type RingGrouping } from '../geometry/group-rings.ts';
import { emptyParts, type Parts } from '../geometry/parts.ts';
import { GeometryFault } from '../layer-builder.ts';

const fault = () => new GeometryFault('Is damaged in the shapefile.');

/**
 * The parts of one shape (ESRI Shapefile Technical Description, 1998): `content` is a record without
 * its header. Heights and measures are left out. Throws GeometryFault.
 */
export function readShape(content: DataView, grouping: RingGrouping): Parts {
  const parts = emptyParts();
  // A position takes 16 bytes in the record and several times as much in memory.
  grouping.budget.foresee('positions', Math.floor((content.byteLength - 44) / 24));
  if (content.byteLength < 4) throw fault();
  const type = content.getInt32(0, true);
  switch (type) {
    case 0:
      return parts;
    case 1:
    case 11:
    case 21:
      if (content.byteLength < 20) throw fault();
      // Programs mark a missing place by a number below -10^38 or by NaN.
      parts.points = readPositions(content, 4, 1).filter(isPlace);
      return parts;
    case 8:
    case 18:
    case 28:
      parts.points = readPositions(content, 40, readCount(content, 36, 16, 40));
      return parts;
    case 3:
    case 13:
    case 23:
      parts.lines = readPaths(content);
      return parts;
    case 5:
    case 15:
    case 25:
      parts.polygons = groupRings(readPaths(content), grouping);
      return parts;
    case 31:
      throw new GeometryFault(
        "Is a three-dimensional surface (MultiPatch), which can't be imported.",
      );
    default:
      throw fault();
  }
}

function isPlace([x = 0, y = 0]: Position): boolean {
  return x > -1e38 && y > -1e38;
}

/** Reads a count. The record must have room for so many items. */
function readCount(content: DataView, at: number, bytesEach: number, start: number): number {
  if (content.byteLength < at + 4) throw fault();
  const count = content.getInt32(at, true);
  if (count < 0 || start + count * bytesEach > content.byteLength) throw fault();
  return count;
}

function readPaths(content: DataView): Position[][] {
  const partCount = readCount(content, 36, 4, 44);
  const start = 44 + partCount * 4;
  const positionCount = readCount(content, 40, 16, start);
  const positions = readPositions(content, start, positionCount);
  const paths: Position[][] = [];
  for (let index = 0; index < partCount; index++) {
    const from = content.getInt32(44 + index * 4, true);
    const to = index + 1 < partCount ? content.getInt32(48 + index * 4, true) : positionCount;
    if (from < 0 || to < from || to > positionCount) throw fault();
    if (to > from) paths.push(positions.slice(from, to));
  }
  return paths;
}

function readPositions(content: DataView, start: number, count: number): Position[] {
  const positions: Position[] = new Array(count);
  for (let index = 0; index < count; index++) {
    const at = start + index * 16;
    positions[index] = [content.getFloat64(at, true), content.getFloat64(at + 8, true)];
  }
  return positions;
}
