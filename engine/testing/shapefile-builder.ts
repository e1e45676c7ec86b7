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
