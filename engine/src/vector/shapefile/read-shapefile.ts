import { convertFromEpsg, convertFromWkt, type LonLatConverter } from '../../crs/to-lon-lat.ts';
import type { FileFact } from '../../facts/file-facts.ts';
import type { ArchiveMember } from '../archive/read-archive.ts';
import { decodeText } from '../decode-text.ts';
import {
  asVectorError,
  type ImportContext,
  LayerBuilder,
  noteConversion,
} from '../layer-builder.ts';
import { shorten, VectorError } from '../report.ts';
import type { FileLayer, Properties } from '../types.ts';
import { openTable, type Table } from './dbf.ts';
import { findRecords, readShape } from './shapes.ts';

/** What refuses the whole file although it is found in one layer: its limits are those of the file. */
const ofWholeFile: ReadonlySet<FileFact['code']> = new Set<FileFact['code']>([
  'too-many-items',
  'rings-too-intricate',
  'member-larger-than-declared',
]);

/**
 * Reads all shapefiles of an archive, each as a layer. The parts of a shapefile are matched by name
 * regardless of case. A shapefile that cannot be read is left out if there are others. Throws
 * VectorError.
 */
export function readShapefiles(
  members: readonly ArchiveMember[],
  context: ImportContext,
): FileLayer[] {
  const mains = members.filter(({ extension }) => extension === 'shp');
  const layers: FileLayer[] = [];
  for (const main of mains) {
    const base = baseOf(main.path);
    const parts = new Map(
      members
        .filter(({ path }) => baseOf(path) === base)
        .map((member) => [member.extension, member]),
    );
    try {
      layers.push(readLayer(main, parts, context));
    } catch (error) {
      const isAboutLayer = error instanceof VectorError && !ofWholeFile.has(error.fact.code);
      if (!isAboutLayer || mains.length === 1) throw error;
      context.report.skip(error.fact, main.path);
    }
  }
  if (layers.length === 0) {
    const [first] = context.report.skipped();
    throw new VectorError(first?.reason ?? { code: 'archive-without-shapefile' });
  }
  return layers;
}

/** The path without its extension, in the form in which names are compared. */
function baseOf(path: string): string {
  return path.replace(/\.[^./]*$/, '').toLowerCase();
}

function readLayer(
  main: ArchiveMember,
  parts: ReadonlyMap<string, ArchiveMember>,
  context: ImportContext,
): FileLayer {
  const { report } = context;
  const name = main.path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]*$/, '');
  const layer = shorten(name);
  const converter = readProjection(layer, parts.get('prj'), context);
  const table = readTable(layer, parts, context);
  const shp = main.read();
  const records = findRecords(shp, parts.get('shx')?.read(), context.budget);
  const { spans } = records;
  if (records.isIndexDamaged) report.note({ code: 'shx-damaged', params: { layer } });
  if (records.isCutOff) {
    report.note({ code: 'shp-cut-off', params: { layer, shapes: spans.length } });
  }
  const builder = new LayerBuilder(name, context, converter);
  const grouping = {
    budget: context.budget,
    onStrayHole: () => report.note({ code: 'stray-holes' }),
  };
  let dependsOnEncoding = false;
  spans.forEach(({ start, end }, index) => {
    if (table?.isDeleted(index)) {
      report.skip({ code: 'row-deleted' }, `${index + 1}`);
      return;
    }
    const content = new DataView(shp.buffer, shp.byteOffset + start, end - start);
    const properties = table?.row(index) ?? {};
    dependsOnEncoding ||= table?.encoding.isGuessed === true && hasOtherLetters(properties);
    builder.add(properties, () => readShape(content, grouping));
  });
  if (table && table.rowCount !== spans.length) {
    const params = { layer, shapes: spans.length, rows: table.rowCount };
    report.note({ code: 'dbf-other-length', params });
  }
  if (dependsOnEncoding) report.note({ code: 'encoding-assumed', params: { layer } });
  noteConversion(report, layer, converter);
  return builder.layer;
}

/** Whether a text of a feature depends on the encoding. */
function hasOtherLetters(properties: Properties): boolean {
  return Object.values(properties).some(
    (value) => typeof value === 'string' && /[^ -~]/.test(value),
  );
}

function readProjection(
  layer: string,
  prj: ArchiveMember | undefined,
  { report }: ImportContext,
): LonLatConverter | undefined {
  const text = prj && decodeWkt(prj.read());
  if (!text) {
    report.note({ code: 'crs-assumed', params: { layer } });
    return undefined;
  }
  try {
    const epsg = /^EPSG:\s*(\d{4,6})$/i.exec(text)?.[1];
    return epsg === undefined ? convertFromWkt(text) : convertFromEpsg(Number(epsg));
  } catch (error) {
    throw asVectorError(error);
  }
}

/** Decodes the .prj file. Some programs write it in UTF-16, and some leave it empty. */
function decodeWkt(bytes: Uint8Array): string {
  const isEmpty = bytes.every((byte) => byte <= 0x20);
  return isEmpty ? '' : decodeText(bytes).text.trim();
}

function readTable(
  layer: string,
  parts: ReadonlyMap<string, ArchiveMember>,
  { report }: ImportContext,
): Table | undefined {
  const dbf = parts.get('dbf');
  if (!dbf) {
    report.note({ code: 'dbf-missing', params: { layer } });
    return undefined;
  }
  const cpg = parts.get('cpg');
  const bytes = dbf.read();
  try {
    const table = openTable(bytes, cpg && new TextDecoder().decode(cpg.read().subarray(0, 64)));
    for (const field of table.unreadFields) {
      report.note({ code: 'field-left-out', params: { name: shorten(field) } });
    }
    return table;
  } catch (error) {
    if (!(error instanceof VectorError)) throw error;
    report.note({ code: 'dbf-left-out', params: { layer, reason: error.fact } });
    return undefined;
  }
}
