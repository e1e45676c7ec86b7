import { type ArchiveMember, readArchive } from './archive/read-archive.ts';
import { Budget, defaultVectorLimits, type VectorLimits } from './budget.ts';
import { foreignFile, foreignMember } from './foreign-kinds.ts';
import { readGeoJson } from './geojson/read-geojson.ts';
import { readKml } from './kml/read-kml.ts';
import type { ImportContext } from './layer-builder.ts';
import { Report, shorten, VectorError } from './report.ts';
import { readShapefiles } from './shapefile/read-shapefile.ts';
import type { FileLayer, VectorImport } from './types.ts';

/**
 * Reads a vector file: GeoJSON, KML, KMZ or a zipped shapefile. Its bytes decide what it is; the
 * name only names the layer. Features have longitude and latitude (WGS 84) and all their
 * attributes. Nothing is downloaded and nothing is written.
 *
 * It is synchronous and keeps to its limits. A file that somebody uploaded should nevertheless be
 * read in a process of its own. Throws VectorError if nothing in the file can be imported.
 * @param onFeature takes features one by one, so that they are never all in memory; the layers are
 * empty then. Some may have been passed on before the file is refused.
 */
export function readVector(
  bytes: Uint8Array,
  fileName: string,
  limits: Partial<VectorLimits> = {},
  onFeature?: ImportContext['onFeature'],
): VectorImport {
  const report = new Report();
  const budget = new Budget({ ...defaultVectorLimits, ...limits });
  const layers = readBytes(bytes, baseName(fileName), { report, budget, onFeature });
  return { layers, skipped: report.skipped(), notes: report.notes() };
}

function baseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.[^.]*$/, '') || 'layer';
}

function readBytes(bytes: Uint8Array, name: string, context: ImportContext): FileLayer[] {
  switch (kindOf(bytes)) {
    case 'empty':
      throw new VectorError({ code: 'file-empty' });
    case 'archive':
      return readMembers(readArchive(bytes, context.budget), context);
    case 'xml':
      checkTextBytes(bytes.length, context);
      return readKml(bytes, name, context);
    case 'json':
      checkTextBytes(bytes.length, context);
      return readGeoJson(bytes, name, context);
    case 'unknown':
      throw new VectorError(foreignFile(bytes) ?? { code: 'not-a-vector-file' });
  }
}

/** Precedes each feature of a GeoJSON text sequence (RFC 8142). */
const recordSeparator = 0x1e;

/** The kind of a file by its first bytes, after byte order marks and white space. */
function kindOf(bytes: Uint8Array): 'empty' | 'archive' | 'xml' | 'json' | 'unknown' {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'archive';
  if (bytes[0] === recordSeparator) return 'unknown';
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x7f);
  if (first === undefined)
    return bytes.length === 0 || bytes.every((byte) => byte <= 0x20) ? 'empty' : 'unknown';
  if (first === 0x3c) return 'xml';
  return first === 0x7b || first === 0x5b ? 'json' : 'unknown';
}

function checkTextBytes(bytes: number, { budget }: ImportContext): void {
  const { textBytes } = budget.limits;
  if (bytes <= textBytes) return;
  throw new VectorError({ code: 'text-too-long', params: { bytes, limitBytes: textBytes } });
}

function readMembers(members: readonly ArchiveMember[], context: ImportContext): FileLayer[] {
  const withExtension = (...extensions: string[]) =>
    members.filter(({ extension }) => extensions.includes(extension));
  if (withExtension('shp').length > 0) return readShapefiles(members, context);
  const kml = withExtension('kml');
  if (kml.length > 0) return readKmlMembers(kml, context);
  const texts = withExtension('json', 'geojson');
  if (texts.length > 0) {
    return texts.flatMap((member) => {
      checkTextBytes(member.bytes, context);
      return readGeoJson(member.read(), baseName(member.path), context);
    });
  }
  throw nothingInside(members);
}

/**
 * Reads the KML of a KMZ. Its main file, doc.kml, lies at the root and refers to the others. If it
 * is missing or empty, all KML files are read, each as a layer.
 */
function readKmlMembers(members: readonly ArchiveMember[], context: ImportContext): FileLayer[] {
  const read = (member: ArchiveMember) => {
    checkTextBytes(member.bytes, context);
    return readKml(member.read(), baseName(member.path), context);
  };
  const main = members.find(({ path }) => path.toLowerCase() === 'doc.kml');
  const others = members.filter((member) => member !== main);
  const layers = main ? read(main) : [];
  if (layers.every(({ featureCount }) => featureCount === 0)) {
    return [...layers, ...others.flatMap(read)];
  }
  for (const { path } of others) {
    context.report.skip({ code: 'not-the-main-kml', params: { main: shorten(main!.path) } }, path);
  }
  return layers;
}

function nothingInside(members: readonly ArchiveMember[]): VectorError {
  const inner = members.find(({ extension }) => extension === 'zip' || extension === 'kmz');
  if (inner) {
    return new VectorError({ code: 'archive-in-archive', params: { path: shorten(inner.path) } });
  }
  if (members.length === 0) return new VectorError({ code: 'archive-empty' });
  const part = members.find(({ extension }) => ['dbf', 'shx', 'prj'].includes(extension));
  if (part) {
    const path = shorten(part.path);
    return new VectorError({ code: 'archive-without-main-file', params: { path } });
  }
  const foreign = foreignMember(members.map(({ path }) => path));
  if (foreign) return new VectorError(foreign);
  const paths = members.slice(0, 3).map(({ path }) => shorten(path));
  const hasOthers = members.length > paths.length;
  return new VectorError({ code: 'archive-without-shapes', params: { paths, hasOthers } });
}
