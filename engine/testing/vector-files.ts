import { crc32, deflateRawSync } from 'node:zlib';
import { importSentences } from '@refugia/contract/file-facts.ts';
import {
  type AreaOptions,
  areaOfFile,
  readVector,
  type VectorImport,
} from '../src/vector/index.ts';
import { told } from './told.ts';

/** Reads a file as readVector does, and tells in sentences what was skipped and noted. */
export const readTold = (...given: Parameters<typeof readVector>) => {
  const imported = told(() => readVector(...given));
  return { layers: imported.layers, ...importSentences(imported) };
};

export type ToldImport = ReturnType<typeof readTold>;

/** Makes an area of a file's polygons, and tells the same in sentences. */
export const areaTold = (value: unknown, options: AreaOptions) => {
  const area = told(() => areaOfFile(readVector(text(value), 'area.json'), options));
  return { ...area, ...importSentences(area) };
};

/** Content of a shapefile's records: what stands behind each record's header. */
export function pointContent(x: number, y: number): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.writeInt32LE(1, 0);
  bytes.writeDoubleLE(x, 4);
  bytes.writeDoubleLE(y, 12);
  return bytes;
}

export interface PathOptions {
  /** 5 for polygons, 3 for lines; 10 more with heights, 20 more with measures. */
  readonly type?: number;
  /** Written in place of the true numbers. */
  readonly declaredParts?: number;
  readonly declaredPositions?: number;
}

export function pathContent(
  paths: readonly (readonly (readonly [number, number])[])[],
  { type = 5, declaredParts, declaredPositions }: PathOptions = {},
): Buffer {
  const positions = paths.flat();
  const extra = type > 10 ? 16 + positions.length * 8 : 0;
  const bytes = Buffer.alloc(44 + paths.length * 4 + positions.length * 16 + extra);
  bytes.writeInt32LE(type, 0);
  bytes.writeInt32LE(declaredParts ?? paths.length, 36);
  bytes.writeInt32LE(declaredPositions ?? positions.length, 40);
  let first = 0;
  paths.forEach((path, index) => {
    bytes.writeInt32LE(first, 44 + index * 4);
    first += path.length;
  });
  positions.forEach(([x, y], index) => {
    bytes.writeDoubleLE(x, 44 + paths.length * 4 + index * 16);
    bytes.writeDoubleLE(y, 52 + paths.length * 4 + index * 16);
  });
  return bytes;
}

export const nullContent = Buffer.alloc(4);

/** A main file (.shp) and its index (.shx); record numbers are as told, or 1, 2, 3 … */
export function buildShp(
  contents: readonly Buffer[],
  recordNumbers?: readonly number[],
): { shp: Buffer; shx: Buffer } {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(contents[0]?.readInt32LE(0) ?? 0, 32);
  const records: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 100;
  contents.forEach((content, number) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(recordNumbers?.[number] ?? number + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(at / 2, 0);
    entry.writeInt32BE(content.length / 2, 4);
    records.push(head, content);
    index.push(entry);
    at += 8 + content.length;
  });
  const shp = Buffer.concat([header, ...records]);
  const shx = Buffer.concat([header, ...index]);
  shp.writeInt32BE(shp.length / 2, 24);
  shx.writeInt32BE(shx.length / 2, 24);
  return { shp, shx };
}

export interface DbfField {
  readonly name: string;
  readonly type: string;
  readonly length: number;
}

/** A dBase table with rows of cells as they stand in the file; `deleted` names rows by their index. */
export function buildDbf(
  fields: readonly DbfField[],
  rows: readonly (readonly (string | Buffer)[])[],
  { languageDriver = 0, deleted = [] as readonly number[] } = {},
): Buffer {
  const start = 33 + fields.length * 32;
  const recordBytes = fields.reduce((sum, { length }) => sum + length, 1);
  const header = Buffer.alloc(start);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(start, 8);
  header.writeUInt16LE(recordBytes, 10);
  header[29] = languageDriver;
  fields.forEach(({ name, type, length }, index) => {
    header.write(name, 32 + index * 32, 11, 'latin1');
    header.write(type, 32 + index * 32 + 11, 'latin1');
    header[32 + index * 32 + 16] = length;
  });
  header[start - 1] = 0x0d;
  const records = rows.map((cells, number) => {
    const record = Buffer.alloc(recordBytes, ' ');
    if (deleted.includes(number)) record[0] = 0x2a;
    let at = 1;
    fields.forEach(({ length }, index) => {
      Buffer.from((cells[index] ?? '') as string).copy(record, at, 0, length);
      at += length;
    });
    return record;
  });
  return Buffer.concat([header, ...records, Buffer.from([0x1a])]);
}

/** A file of an archive. The further fields are written instead of the true ones. */
export interface ZipEntry {
  readonly path: string;
  readonly content: Uint8Array | string;
  /** What the archive says about the unpacked size. */
  readonly declaredBytes?: number;
  readonly isEncrypted?: boolean;
  readonly isStored?: boolean;
  readonly crc?: number;
  /** Lets the entry use the data of an earlier one. */
  readonly sharesDataOf?: number;
}

/** Builds a ZIP archive byte for byte as described, so that tests can make false ones. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content as string);
    const packed = entry.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(entry.path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(entry.isStored ? 0 : 8, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.declaredBytes ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const shared = entry.sharesDataOf === undefined ? undefined : offsets[entry.sharesDataOf];
    offsets.push(shared ?? at);
    if (shared === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
      parts.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offsets.at(-1)!, 10);
    const signature = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
    directory.push(Buffer.concat([signature, fields, rest, name]));
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** A file of text, or of JSON. */
export const text = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

export const readJson = (value: unknown) => readTold(text(value), 'area.json');

/** KML with a Document around what is given. */
export const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;

export const readKml = (inner: string) => readTold(text(kml(inner)), 'area.kml');

export const readZip = (...entries: ZipEntry[]) => readTold(buildZip(entries), 'area.zip');

/** A square counter-clockwise, by its south-western corner. */
export const square = (x: number, y: number, size = 1): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

export const backwards = (ring: [number, number][]) => ring.toReversed();

export const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates });

export const feature = (geometry: unknown, properties: unknown = {}) => ({
  type: 'Feature',
  properties,
  geometry,
});

export const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

export const geometriesOf = ({ layers }: Pick<VectorImport, 'layers'>) =>
  layers.flatMap(({ features }) => features.map(({ geometry }) => geometry));

export const propertiesOf = ({ layers }: Pick<VectorImport, 'layers'>) =>
  layers.flatMap(({ features }) => features.map(({ properties }) => properties));
