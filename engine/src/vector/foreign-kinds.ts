import type { FileFact, ForeignFileKind, ForeignMemberKind } from '../facts/file-facts.ts';
import { shorten } from './report.ts';

/** Other kinds of files that people upload, by their first bytes. */
const binaryKinds: readonly (readonly [hex: string, kind: ForeignFileKind])[] = [
  ['53514c69746520666f726d6174203300', 'geopackage'],
  ['0000270a', 'shapefile-main'],
  ['666762', 'flatgeobuf'],
  ['50415231', 'geoparquet'],
  ['377abcaf', '7z'],
  ['52617221', 'rar'],
  ['1f8b', 'gzip'],
  ['25504446', 'pdf'],
  ['89504e47', 'picture'],
  ['ffd8ff', 'picture'],
  ['49492a00', 'tiff'],
  ['4d4d002a', 'tiff'],
  ['41433130', 'dwg'],
  ['504d54696c6573', 'pmtiles'],
  ['1e', 'geojson-sequence'],
];
const textKinds: readonly (readonly [start: RegExp, kind: ForeignFileKind])[] = [
  [/^\s*0\s*\r?\n\s*SECTION\b/i, 'dxf'],
  [/^\s*(!table|version\s+\d+\s+charset)\b/i, 'mapinfo'],
  [/^\s*(SRID=\d+;)?(MULTI)?(POLYGON|LINESTRING|POINT)\b/i, 'wkt'],
  [/^\s*(var|let|const|[\w$.]+\s*[=(])/, 'javascript'],
  [/^[^\n,;\t]{1,60}[,;\t][^\n]*\r?\n/, 'csv'],
];
const startBytes = 512;

/** What an unreadable file is; undefined if its first bytes do not tell. */
export function foreignFile(bytes: Uint8Array): FileFact | undefined {
  const kind = foreignKind(Buffer.from(bytes.subarray(0, startBytes)));
  return kind && { code: 'foreign-file', params: { kind } };
}

function foreignKind(start: Buffer): ForeignFileKind | undefined {
  const hex = start.toString('hex');
  const binary = binaryKinds.find(([signature]) => hex.startsWith(signature));
  if (binary) return binary[1];
  if (isTable(start)) return 'shapefile-table';
  const text = start.toString('latin1');
  return textKinds.find(([pattern]) => pattern.test(text))?.[1];
}

/** Kinds of files in an archive, each with a pattern for its path. */
const memberKinds: readonly (readonly [path: RegExp, kind: ForeignMemberKind])[] = [
  [/\.gdb\/|\.gdbtable$/i, 'geodatabase'],
  [/\.(gpkg|sqlite)$/i, 'geopackage'],
  [/\.gpx$/i, 'gpx'],
  [/\.(dxf|dwg)$/i, 'drawing'],
  [/\.(tab|mif)$/i, 'mapinfo'],
  [/\.(gml|fgb|topojson|parquet)$/i, 'other-geographic'],
  [/\.(qgz|qgs|mxd|aprx|lyrx?|mpkx?)$/i, 'project'],
  [/\.(csv|xlsx?|ods)$|^xl\/workbook\.xml$/i, 'table'],
  [/\.(tiff?|jp2|img|png|jpe?g)$/i, 'picture'],
];

/** What an archive without readable files contains; undefined if its names do not tell. */
export function foreignMember(paths: readonly string[]): FileFact | undefined {
  for (const [pattern, kind] of memberKinds) {
    const path = paths.find((each) => pattern.test(each));
    if (path === undefined) continue;
    return { code: 'archive-foreign', params: { kind, path: shorten(path) } };
  }
  return undefined;
}

/**
 * Whether it is a dBase table, which begins with its version and the year, month and day of its
 * last change.
 */
function isTable([version, , month, day]: Buffer): boolean {
  const isVersion = version !== undefined && [0x03, 0x30, 0x83, 0x8b].includes(version);
  return isVersion && isBetween(month, 1, 12) && isBetween(day, 1, 31);
}

function isBetween(value: number | undefined, low: number, high: number): boolean {
  return value !== undefined && value >= low && value <= high;
}
