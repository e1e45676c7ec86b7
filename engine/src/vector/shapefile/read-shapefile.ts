import { CrsError } from '../../crs/errors.ts';
import { convertFromEpsg, convertFromWkt, type LonLatConverter } from '../../crs/to-lon-lat.ts';
import type { ArchiveMember } from '../archive/read-archive.ts';
import { decodeText } from '../decode-text.ts';
import { type ImportContext, LayerBuilder, noteConversion } from '../layer-builder.ts';
import { shorten, VectorError } from '../report.ts';
import type { Properties, VectorLayer } from '../types.ts';
import { openTable, type Table } from './dbf.ts';
import { findRecords, readShape } from './shapes.ts';

/**
 * Reads all shapefiles of an archive, each as a layer. The parts of a shapefile are matched by name
 * regardless of case. A shapefile that cannot be read is left out if there are others. Throws
 * VectorError.
 */
export function readShapefiles(
  members: readonly ArchiveMember[],
  context: ImportContext,
): VectorLayer[] {
  const mains = members.filter(({ extension }) => extension === 'shp');
  const layers: VectorLayer[] = [];
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
      const isAboutLayer =
        error instanceof VectorError && error.code !== 'too-large' && error.code !== 'unsafe';
      if (!isAboutLayer || mains.length === 1) throw error;
      context.report.skip(error.message, main.path);
    }
  }
  if (layers.length === 0) {
    const [first] = context.report.skipped();
    throw new VectorError('damaged', first?.reason ?? 'The archive holds no shapefile.');
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
): VectorLayer {
  const { report } = context;
  const name = main.path
    .split('/')
    .at(-1)!
    .replace(/\.[^.]*$/, '');
  const converter = readProjection(name, parts.get('prj'), context);
  const table = readTable(name, parts, context);
  const shp = main.read();
  const { spans, notes } = findRecords(shp, parts.get('shx')?.read(), context.budget);
  for (const note of notes) report.note(`${shorten(name)}: ${note}`);
  const builder = new LayerBuilder(name, context, converter);
  const grouping = {
    budget: context.budget,
    onStrayHole: () => report.note('Holes that lie in no polygon were taken for polygons.'),
  };
  let dependsOnEncoding = false;
  spans.forEach(({ start, end }, index) => {
    if (table?.isDeleted(index)) {
      report.skip('Is marked as deleted in the attribute table.', `${index + 1}`);
      return;
    }
    const content = new DataView(shp.buffer, shp.byteOffset + start, end - start);
    const properties = table?.row(index) ?? {};
    dependsOnEncoding ||= table?.encoding.isGuessed === true && hasOtherLetters(properties);
    builder.add(properties, () => readShape(content, grouping));
  });
  if (table && table.rowCount !== spans.length) {
    report.note(
      `${shorten(name)}: ${spans.length} shapes, but ${table.rowCount} rows of attributes; they were matched in their order.`,
    );
  }
  if (dependsOnEncoding) {
    report.note(
      `${shorten(name)} doesn't say how its texts are encoded (there is no .cpg file): UTF-8 was assumed where it fits, else Windows-1252.`,
    );
  }
  noteConversion(report, shorten(name), converter);
  return builder.layer;
}

/** Whether a text of a feature depends on the encoding. */
function hasOtherLetters(properties: Properties): boolean {
  return Object.values(properties).some(
    (value) => typeof value === 'string' && /[^ -~]/.test(value),
  );
}

function readProjection(
  name: string,
  prj: ArchiveMember | undefined,
  { report }: ImportContext,
): LonLatConverter | undefined {
  const text = prj && decodeWkt(prj.read());
  if (!text) {
    report.note(
      `${shorten(name)} doesn't say which coordinate system it uses (there is no .prj file): longitude and latitude (WGS 84) were assumed.`,
    );
    return undefined;
  }
  try {
    const epsg = /^EPSG:\s*(\d{4,6})$/i.exec(text)?.[1];
    return epsg === undefined ? convertFromWkt(text) : convertFromEpsg(Number(epsg));
  } catch (error) {
    if (error instanceof CrsError) throw new VectorError('unsupported', error.message);
    throw error;
  }
}

/** Decodes the .prj file. Some programs write it in UTF-16, and some leave it empty. */
function decodeWkt(bytes: Uint8Array): string {
  const isEmpty = bytes.every((byte) => byte <= 0x20);
  return isEmpty ? '' : decodeText(bytes).text.trim();
}

function readTable(
  name: string,
  parts: ReadonlyMap<string, ArchiveMember>,
  { report }: ImportContext,
): Table | undefined {
  const dbf = parts.get('dbf');
  if (!dbf) {
    report.note(`${shorten(name)} has no attributes: there is no .dbf file.`);
    return undefined;
  }
  const cpg = parts.get('cpg');
  const bytes = dbf.read();
  try {
    const table = openTable(bytes, cpg && new TextDecoder().decode(cpg.read().subarray(0, 64)));
    for (const field of table.unreadFields) {
      report.note(`The attribute ${shorten(field)} is of a kind that isn't read and was left out.`);
    }
    return table;
  } catch (error) {
    if (!(error instanceof VectorError)) throw error;
    report.note(`${shorten(name)} has no attributes: ${error.message}`);
    return undefined;
  }
}
