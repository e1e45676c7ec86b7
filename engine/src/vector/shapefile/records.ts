import type { Budget } from '../budget.ts';
import { VectorError } from '../errors.ts';

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
  /** Sentences on what was wrong with the files. */
  readonly notes: readonly string[];
}

/**
 * Finds the records of a main file (.shp), by its index (.shx) if that is sound, else one after
 * another. The numbers in the records are ignored, because they are often wrong. Throws VectorError
 * for a file that is not a shapefile, or that has more records than the budget allows.
 */
export function findRecords(shp: Uint8Array, shx: Uint8Array | undefined, budget: Budget): Records {
  const view = viewOf(shp);
  if (shp.length < headerBytes || view.getInt32(0) !== fileCode) {
    throw new VectorError(
      'damaged',
      'The main file (.shp) is no shapefile, or its start is damaged.',
    );
  }
  const indexed = shx && readIndex(shx, view, budget);
  if (indexed) return { spans: indexed, notes: [] };
  const { spans, isCutOff } = walk(view, budget);
  const notes: string[] = [];
  if (shx) notes.push('The index (.shx) is damaged; the shapes were read without it.');
  if (isCutOff) {
    notes.push(`The main file (.shp) ends within or after shape ${spans.length}: it was cut off.`);
  }
  return { spans, notes };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
