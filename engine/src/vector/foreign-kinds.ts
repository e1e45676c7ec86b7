const partAlone = (part: string) =>
  `The file is ${part} of a shapefile alone. Put its .shp, .dbf, .shx and .prj together into one zip file.`;
const save = 'Save it as GeoJSON, KML or a zipped shapefile in the program that made it.';

/** Files of other kinds that people have, by their first bytes, with what to do with them. */
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
  ['1e', `The file is a GeoJSON text sequence, a feature a line. ${save}`],
];
const textKinds: readonly (readonly [start: RegExp, sentence: string])[] = [
  [
    /^\s*(SRID=\d+;)?(MULTI)?(POLYGON|LINESTRING|POINT)\b/i,
    `The file is well-known text (WKT). ${save}`,
  ],
  [
    /^\s*(var|let|const|[\w$.]+\s*[=(])/,
    'The file is JavaScript around the data. Leave the GeoJSON alone in it.',
  ],
  [/^[^\n,;\t]{1,60}[,;\t][^\n]*\r?\n/, `The file is a table of text (CSV). ${save}`],
];
const startBytes = 512;

/** What a file is that can't be read, and what to do; undefined when its start tells nothing. */
export function describeForeign(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, startBytes));
  const hex = start.toString('hex');
  const binary = binaryKinds.find(([signature]) => hex.startsWith(signature));
  if (binary) return binary[1];
  if (isTable(start)) return partAlone('the attribute table (.dbf)');
  const text = start.toString('latin1');
  return textKinds.find(([pattern]) => pattern.test(text))?.[1];
}

/** dBase tables begin with their version and the year, month and day of their last change. */
function isTable([version, , month, day]: Buffer): boolean {
  const isVersion = version !== undefined && [0x03, 0x30, 0x83, 0x8b].includes(version);
  return isVersion && isBetween(month, 1, 12) && isBetween(day, 1, 31);
}

function isBetween(value: number | undefined, low: number, high: number): boolean {
  return value !== undefined && value >= low && value <= high;
}
