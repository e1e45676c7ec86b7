import zlib from 'node:zlib';
import sharp from 'sharp';
import { encodeLzw, encodePackbits } from './tiff-encoders.ts';
import { encodeRow, type SampleEncoding } from './tiff-samples.ts';

/**
 * Describes a TIFF file that tests build byte by byte: any layout, codec or fault. The builder
 * shares no code with the reader or the writer.
 */
export interface TiffFixture extends SampleEncoding {
  width: number;
  height: number;
  /** Row by row, one array a band. */
  bands: readonly (readonly number[])[];
  /** Tiles of this size; strips when left out. */
  tile?: { width: number; height: number };
  rowsPerStrip?: number;
  planar?: boolean;
  compression?: FixtureCompression;
  /** Blocks that are left out, by index: offset and byte count 0. */
  sparse?: readonly number[];
  /** Tags added, or replaced; `undefined` takes one away. */
  tags?: Readonly<Record<number, FixtureTag | undefined>>;
}

export type FixtureCompression =
  | 'none'
  | 'deflate'
  | 'deflate-old'
  | 'lzw'
  | 'packbits'
  | 'zstd'
  | 'jpeg'
  | 'webp';

export interface FixtureTag {
  type: 'ascii' | 'byte' | 'undefined' | 'short' | 'long' | 'double' | 'long8';
  values: readonly number[] | string;
  /** The count to be declared, if it is to be false. */
  count?: number;
  /** The offset to be declared, if it is to be false. */
  offset?: number;
}

export interface FileFixture {
  littleEndian?: boolean;
  bigTiff?: boolean;
  /** The last directory points to this one, by index, instead of ending the chain. */
  loopTo?: number;
}

const compressionCodes: Record<FixtureCompression, number> = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packbits: 32773,
  'deflate-old': 32946,
  zstd: 50000,
  webp: 50001,
};

const fieldTypes = {
  byte: { code: 1, bytes: 1 },
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  undefined: { code: 7, bytes: 1 },
  double: { code: 12, bytes: 8 },
  long8: { code: 16, bytes: 8 },
} as const;

/** A file of one or more images: blocks first, then each directory with its values. */
export async function buildTiff(
  images: TiffFixture | readonly TiffFixture[],
  file: FileFixture = {},
): Promise<Uint8Array> {
  const { littleEndian = true, bigTiff = false, loopTo } = file;
  const list = Array.isArray(images) ? (images as readonly TiffFixture[]) : [images as TiffFixture];
  const parts: Uint8Array[] = [new Uint8Array(bigTiff ? 16 : 8)];
  let position = parts[0].length;
  const append = (bytes: Uint8Array) => {
    const place = position;
    const padding = bytes.length % 2;
    parts.push(bytes, new Uint8Array(padding));
    position += bytes.length + padding;
    return place;
  };
  const directoryOffsets: number[] = [];
  const nextPlaces: number[] = [];
  for (const image of list) {
    const blocks = await encodeBlocks(image, littleEndian);
    const offsets = blocks.map((block) => (block ? append(block) : 0));
    const counts = blocks.map((block) => block?.length ?? 0);
    const tags = directoryTags(image, offsets, counts);
    const values = tags.map(([, tag]) => encodeValues(tag, littleEndian));
    const wordBytes = bigTiff ? 8 : 4;
    const valueOffsets = values.map((bytes) => (bytes.length > wordBytes ? append(bytes) : -1));
    const directory = encodeDirectory(tags, values, valueOffsets, { littleEndian, bigTiff });
    directoryOffsets.push(append(directory));
    nextPlaces.push((directoryOffsets.at(-1) as number) + directory.length - wordBytes);
  }
  const bytes = new Uint8Array(Buffer.concat(parts));
  const view = new DataView(bytes.buffer);
  const writeWord = (value: number, place: number) =>
    bigTiff
      ? view.setBigUint64(place, BigInt(value), littleEndian)
      : view.setUint32(place, value, littleEndian);
  bytes.set(Buffer.from(littleEndian ? 'II' : 'MM'));
  view.setUint16(2, bigTiff ? 43 : 42, littleEndian);
  if (bigTiff) {
    view.setUint16(4, 8, littleEndian);
  }
  writeWord(directoryOffsets[0], bigTiff ? 8 : 4);
  nextPlaces.forEach((place, index) => {
    const looped = loopTo === undefined ? 0 : directoryOffsets[loopTo];
    writeWord(directoryOffsets[index + 1] ?? looped, place);
  });
  return bytes;
}

function directoryTags(
  image: TiffFixture,
  offsets: readonly number[],
  counts: readonly number[],
): [number, FixtureTag][] {
  const { width, height, bands, tile, planar, compression = 'none' } = image;
  const { bits = 8, format = 'uint', predictor = 1 } = image;
  const short = (...values: number[]): FixtureTag => ({ type: 'short', values });
  const long = (...values: number[]): FixtureTag => ({ type: 'long', values });
  const formatCode = { uint: 1, int: 2, float: 3 }[format];
  const tags: Record<number, FixtureTag | undefined> = {
    256: long(width),
    257: long(height),
    258: short(...bands.map(() => bits)),
    259: short(compressionCodes[compression]),
    262: short(1),
    277: short(bands.length),
    284: short(planar ? 2 : 1),
    339: short(...bands.map(() => formatCode)),
    ...(predictor === 1 ? {} : { 317: short(predictor) }),
    ...(tile
      ? {
          322: long(tile.width),
          323: long(tile.height),
          324: long(...offsets),
          325: long(...counts),
        }
      : {
          273: long(...offsets),
          278: long(image.rowsPerStrip ?? height),
          279: long(...counts),
        }),
    ...image.tags,
  };
  return Object.entries(tags)
    .filter((entry): entry is [string, FixtureTag] => entry[1] !== undefined)
    .map(([number, tag]): [number, FixtureTag] => [Number(number), tag])
    .sort((one, other) => one[0] - other[0]);
}

function encodeDirectory(
  tags: readonly [number, FixtureTag][],
  values: readonly Uint8Array[],
  valueOffsets: readonly number[],
  { littleEndian, bigTiff }: { readonly littleEndian: boolean; readonly bigTiff: boolean },
): Uint8Array {
  const wordBytes = bigTiff ? 8 : 4;
  const countBytes = bigTiff ? 8 : 2;
  const entryBytes = 4 + 2 * wordBytes;
  const bytes = new Uint8Array(countBytes + tags.length * entryBytes + wordBytes);
  const view = new DataView(bytes.buffer);
  const writeWord = (value: number, place: number) =>
    bigTiff
      ? view.setBigUint64(place, BigInt(value), littleEndian)
      : view.setUint32(place, value, littleEndian);
  if (bigTiff) {
    view.setBigUint64(0, BigInt(tags.length), littleEndian);
  } else {
    view.setUint16(0, tags.length, littleEndian);
  }
  tags.forEach(([number, tag], index) => {
    const place = countBytes + index * entryBytes;
    const { code, bytes: size } = fieldTypes[tag.type];
    view.setUint16(place, number, littleEndian);
    view.setUint16(place + 2, code, littleEndian);
    writeWord(tag.count ?? values[index].length / size, place + 4);
    if (tag.offset !== undefined || valueOffsets[index] >= 0) {
      writeWord(tag.offset ?? valueOffsets[index], place + 4 + wordBytes);
    } else {
      bytes.set(values[index], place + 4 + wordBytes);
    }
  });
  return bytes;
}

function encodeValues({ type, values }: FixtureTag, littleEndian: boolean): Uint8Array {
  if (typeof values === 'string') {
    return Buffer.from(`${values}\0`);
  }
  const size = fieldTypes[type].bytes;
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => {
    if (type === 'double') {
      view.setFloat64(index * 8, value, littleEndian);
    } else if (size === 8) {
      view.setBigUint64(index * 8, BigInt(value), littleEndian);
    } else if (size === 4) {
      view.setUint32(index * 4, value, littleEndian);
    } else if (size === 2) {
      view.setUint16(index * 2, value, littleEndian);
    } else {
      bytes[index] = value;
    }
  });
  return bytes;
}

async function encodeBlocks(
  image: TiffFixture,
  littleEndian: boolean,
): Promise<(Uint8Array | undefined)[]> {
  const { width, height, bands, tile, planar, sparse = [] } = image;
  const blockWidth = tile?.width ?? width;
  const blockHeight = tile?.height ?? Math.min(image.rowsPerStrip ?? height, height);
  const blocks: (Uint8Array | undefined)[] = [];
  for (const group of planar ? bands.map((band) => [band]) : [bands]) {
    for (let top = 0; top < height; top += blockHeight) {
      for (let left = 0; left < width; left += blockWidth) {
        const rows = tile ? blockHeight : Math.min(blockHeight, height - top);
        const pixels = cutPixels(image, group, { left, top, width: blockWidth, rows });
        const isSparse = sparse.includes(blocks.length);
        const shape = { width: blockWidth, rows, bands: group.length };
        blocks.push(isSparse ? undefined : await compress(image, pixels, shape, littleEndian));
      }
    }
  }
  return blocks;
}

interface BlockShape {
  width: number;
  rows: number;
  bands: number;
}

/** A block's values row by row, pixel by pixel; 0 beyond the image. */
function cutPixels(
  { width, height }: TiffFixture,
  bands: readonly (readonly number[])[],
  block: { left: number; top: number; width: number; rows: number },
): number[][] {
  return Array.from({ length: block.rows }, (_, row) =>
    Array.from({ length: block.width }, (_, column) => {
      const [x, y] = [block.left + column, block.top + row];
      return bands.map((band) => (x < width && y < height ? band[y * width + x] : 0));
    }).flat(),
  );
}

async function compress(
  image: TiffFixture,
  rows: number[][],
  shape: BlockShape,
  littleEndian: boolean,
): Promise<Uint8Array> {
  const { compression = 'none' } = image;
  const bytes = Buffer.concat(rows.map((row) => encodeRow(image, row, shape.bands, littleEndian)));
  switch (compression) {
    case 'none':
      return bytes;
    case 'deflate':
    case 'deflate-old':
      return zlib.deflateSync(bytes);
    case 'zstd':
      return zlib.zstdCompressSync(bytes);
    case 'lzw':
      return encodeLzw(bytes);
    case 'packbits':
      return encodePackbits(bytes);
    case 'jpeg':
    case 'webp': {
      const raw = {
        width: shape.width,
        height: shape.rows,
        channels: shape.bands as 1 | 3 | 4,
      };
      const space = shape.bands === 1 ? 'b-w' : 'srgb';
      const picture = sharp(bytes, { raw }).toColourspace(space);
      return compression === 'webp'
        ? picture.webp({ lossless: true, exact: true }).toBuffer()
        : picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    }
  }
}
