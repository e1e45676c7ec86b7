import { shorten } from './report.ts';

const partAlone = (part: string) =>
  `The file is ${part} of a shapefile, without the rest. Put its .shp, .dbf, .shx and .prj together into one zip file.`;
const save = 'Save it as GeoJSON, KML or a zipped shapefile in the program that made it.';

/** Other kinds of files that people upload, by their first bytes, with advice on what to do. */
const binaryKinds: readonly (readonly [hex: string, sentence: string])[] = [
  ['53514c69746520666f726d6174203300', `The file is a GeoPackage or another database. ${save}`],
  ['0000270a', partAlone('the main file (.shp) or the index (.shx)')],
  ['666762', `The file is a FlatGeobuf. ${save}`],
  ['50415231', `The file is a GeoParquet. ${save}`],
  ['377abcaf', 'The file is a 7z archive. Unpack it, and pack what is inside as .zip.'],
  ['52617221', 'The file is a RAR archive. Unpack it, and pack what is inside as .zip.'],
  ['1f8b', 'The file is packed with gzip. Unpack it, and upload what is inside.'],
  ['25504446', `The file is a PDF. ${save}`],
  ['89504e47', 'The file is a picture, which holds no shapes.'],
  ['ffd8ff', 'The file is a picture, which holds no shapes.'],
  ['49492a00', 'The file is a TIFF picture or raster, which holds no shapes.'],
  ['4d4d002a', 'The file is a TIFF picture or raster, which holds no shapes.'],
  ['41433130', `The file is an AutoCAD drawing (DWG). ${save}`],
  ['504d54696c6573', `The file is an archive of map tiles (PMTiles). ${save}`],
  ['1e', `The file is a GeoJSON text sequence, with one feature in each line. ${save}`],
];
const textKinds: readonly (readonly [start: RegExp, sentence: string])[] = [
  [/^\s*0\s*\r?\n\s*SECTION\b/i, `The file is a drawing (DXF). ${save}`],
  [/^\s*(!table|version\s+\d+\s+charset)\b/i, `The file is of MapInfo (TAB or MIF). ${save}`],
  [
    /^\s*(SRID=\d+;)?(MULTI)?(POLYGON|LINESTRING|POINT)\b/i,
    `The file is well-known text (WKT). ${save}`,
  ],
  [
    /^\s*(var|let|const|[\w$.]+\s*[=(])/,
    'The file holds its data inside of JavaScript. Remove all but the GeoJSON.',
  ],
  [/^[^\n,;\t]{1,60}[,;\t][^\n]*\r?\n/, `The file is a table of text (CSV). ${save}`],
];
const startBytes = 512;

/** What an unreadable file is, and what to do; undefined if its first bytes do not tell. */
export function describeForeign(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, startBytes));
  const hex = start.toString('hex');
  const binary = binaryKinds.find(([signature]) => hex.startsWith(signature));
  if (binary) return binary[1];
  if (isTable(start)) return partAlone('the attribute table (.dbf)');
  const text = start.toString('latin1');
  return textKinds.find(([pattern]) => pattern.test(text))?.[1];
}

/** Kinds of files in an archive, each with a pattern for its path. */
const memberKinds: readonly (readonly [path: RegExp, name: string])[] = [
  [/\.gdb\/|\.gdbtable$/i, 'an Esri file geodatabase (.gdb)'],
  [/\.(gpkg|sqlite)$/i, 'a GeoPackage or another database'],
  [/\.gpx$/i, 'tracks or places of a GPS device (GPX)'],
  [/\.(dxf|dwg)$/i, 'a drawing (DXF or DWG)'],
  [/\.(tab|mif)$/i, 'a MapInfo table (TAB or MIF)'],
  [
    /\.(gml|fgb|topojson|parquet)$/i,
    'geographic data of another kind (GML, FlatGeobuf, TopoJSON or GeoParquet)',
  ],
  [
    /\.(qgz|qgs|mxd|aprx|lyrx?|mpkx?)$/i,
    'a project or layer file, which only names where its data lie',
  ],
  [/\.(csv|xlsx?|ods)$|^xl\/workbook\.xml$/i, 'a table'],
  [/\.(tiff?|jp2|img|png|jpe?g)$/i, 'a picture or raster, which holds no shapes'],
];

/**
 * What an archive without readable files contains, and what to do; undefined if its names do not
 * tell.
 */
export function describeForeignMembers(paths: readonly string[]): string | undefined {
  for (const [pattern, name] of memberKinds) {
    const path = paths.find((each) => pattern.test(each));
    if (path === undefined) continue;
    return `The archive holds no shapefile (.shp), KML or GeoJSON, but ${name}: ${shorten(path)}. Save the data in one of these formats in the program that made it.`;
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
