import type { Position } from 'geojson';
import { viewOf } from '../../memory/view-of.ts';
import type { Budget } from '../budget.ts';
import { groupRings, type RingGrouping } from '../geometry/group-rings.ts';
import { emptyParts, type Parts } from '../geometry/parts.ts';
import { GeometryFault } from '../layer-builder.ts';
import { VectorError } from '../report.ts';

const fault = () => new GeometryFault({ code: 'shape-damaged' });

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
      throw new GeometryFault({ code: 'shape-multipatch' });
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

const headerBytes = 100;
const recordHeaderBytes = 8;
const indexEntryBytes = 8;
const fileCode = 9994;

/** Where the content of a record lies in the main file. */
export interface RecordSpan {
  readonly start: number;
  readonly end: number;
}

export interface Records {
  readonly spans: readonly RecordSpan[];
  /** Whether there is an index that does not fit the main file. */
  readonly isIndexDamaged: boolean;
  readonly isCutOff: boolean;
}

/**
 * Finds the records of a main file (.shp), by its index (.shx) if that is sound, else one after
 * another. The numbers in the records are ignored, because they are often wrong. Throws VectorError
 * for a file that is not a shapefile, or that has more records than the budget allows.
 */
export function findRecords(shp: Uint8Array, shx: Uint8Array | undefined, budget: Budget): Records {
  const view = viewOf(shp);
  if (shp.length < headerBytes || view.getInt32(0) !== fileCode) {
    throw new VectorError({ code: 'shp-damaged' });
  }
  const indexed = shx && readIndex(shx, view, budget);
  if (indexed) return { spans: indexed, isIndexDamaged: false, isCutOff: false };
  return { ...walk(view, budget), isIndexDamaged: shx !== undefined };
}

/** The spans from an index; undefined if the index does not fit the main file. */
function readIndex(shx: Uint8Array, shp: DataView, budget: Budget): RecordSpan[] | undefined {
  if (shx.length < headerBytes || (shx.length - headerBytes) % indexEntryBytes !== 0)
    return undefined;
  const view = viewOf(shx);
  const count = (shx.length - headerBytes) / indexEntryBytes;
  budget.foresee('features', count);
  const spans: RecordSpan[] = [];
  let total = headerBytes;
  for (let index = 0; index < count; index++) {
    const at = view.getInt32(headerBytes + index * indexEntryBytes) * 2;
    if (at < headerBytes || at + recordHeaderBytes > shp.byteLength) return undefined;
    // The main file's own length is used, because in the index programs include the header or leave
    // it out.
    const bytes = shp.getInt32(at + 4) * 2;
    const end = at + recordHeaderBytes + bytes;
    if (bytes < 4 || end > shp.byteLength) return undefined;
    total += end - at;
    // If entries shared records, a small file could become a large layer.
    if (total > shp.byteLength) return undefined;
    spans.push({ start: at + recordHeaderBytes, end });
  }
  return spans;
}

function walk(shp: DataView, budget: Budget): { spans: RecordSpan[]; isCutOff: boolean } {
  const spans: RecordSpan[] = [];
  let at = headerBytes;
  while (at + recordHeaderBytes <= shp.byteLength) {
    const bytes = shp.getInt32(at + 4) * 2;
    const end = at + recordHeaderBytes + bytes;
    if (bytes < 4 || end > shp.byteLength) return { spans, isCutOff: true };
    budget.foresee('features', spans.length + 1);
    spans.push({ start: at + recordHeaderBytes, end });
    at = end;
  }
  return { spans, isCutOff: at < shp.byteLength || shp.getInt32(24) * 2 > shp.byteLength };
}
