import { type GridTile, tileMeters } from '../world/mgrs.ts';

/** Pixels along the side of a block; an image that fits into one has no overview. */
const largestBlockPixels = 256;
/**
 * Coarser images are read to look for clouds. Smaller blocks avoid making pixels that are not
 * needed.
 */
const coarsePixelMeters = 40;
const coarseBlockPixels = 64;

/** Pixels along the side of a block of an image that is `pixels` wide: the same for every band. */
export function blockPixelsOf(pixels: number): number {
  return tileMeters / pixels < coarsePixelMeters ? largestBlockPixels : coarseBlockPixels;
}

/** One image of a file: the full resolution or an overview. */
export interface VirtualImage {
  /** Square: pixels along its side. */
  readonly pixels: number;
  /** Blocks along its side. */
  readonly blocks: number;
  /** The offset of its first block. Blocks of equal size follow row by row. */
  readonly dataOffset: number;
  readonly blockBytes: number;
}

/**
 * The layout of a Cloud Optimized GeoTIFF that is never stored: its header is made once, and where
 * every block stands follows from its number. Classic TIFF, little-endian, uncompressed.
 */
export interface VirtualCog {
  readonly header: Uint8Array;
  readonly images: readonly VirtualImage[];
  readonly size: number;
}

/** The widths of a file's images: halved, rounding up, until one is as small as a block, as GDAL does. */
export function imageWidths(resolutionMeters: 10 | 20): number[] {
  const widths = [tileMeters / resolutionMeters];
  while (widths[widths.length - 1] > largestBlockPixels)
    widths.push(Math.ceil(widths[widths.length - 1] / 2));
  return widths;
}

/** Blocks along the side of an image. */
function blocksOf(pixels: number): number {
  return Math.ceil(pixels / blockPixelsOf(pixels));
}

/** Lays out the file of one band of a tile. */
export function layoutCog(
  tile: GridTile,
  resolutionMeters: 10 | 20,
  bytesPerSample: 1 | 2,
): VirtualCog {
  const widths = imageWidths(resolutionMeters);
  const directories = widths.map((pixels, level) =>
    directoryEntries(tile, pixels, level, bytesPerSample),
  );
  const headerBytes = 8 + directories.reduce((sum, entries) => sum + directoryBytes(entries), 0);
  // Overviews stand before the full image, the smallest first, as in any Cloud Optimized GeoTIFF.
  const images: VirtualImage[] = new Array(widths.length);
  let offset = Math.ceil(headerBytes / 16) * 16;
  for (let level = widths.length - 1; level >= 0; level--) {
    const pixels = widths[level];
    const blocks = blocksOf(pixels);
    const blockBytes = blockPixelsOf(pixels) ** 2 * bytesPerSample;
    images[level] = { pixels, blocks, dataOffset: offset, blockBytes };
    offset += blocks * blocks * blockBytes;
  }
  return { header: writeHeader(directories, images), images, size: offset };
}

type FieldType = 'ascii' | 'short' | 'long' | 'double';
const fieldTypes: Readonly<Record<FieldType, { code: number; bytes: number }>> = {
  ascii: { code: 2, bytes: 1 },
  short: { code: 3, bytes: 2 },
  long: { code: 4, bytes: 4 },
  double: { code: 12, bytes: 8 },
};

interface Entry {
  readonly tag: number;
  readonly type: FieldType;
  readonly values: readonly number[] | 'block offsets' | 'block sizes';
  readonly count: number;
}

const ascii = (text: string) => [...`${text}\0`].map((character) => character.charCodeAt(0));

function directoryEntries(
  tile: GridTile,
  pixels: number,
  level: number,
  bytesPerSample: number,
): Entry[] {
  const blockCount = blocksOf(pixels) ** 2;
  const entry = (tag: number, type: FieldType, ...values: number[]): Entry => ({
    tag,
    type,
    values,
    count: values.length,
  });
  const entries = [
    entry(254, 'long', level === 0 ? 0 : 1),
    entry(256, 'long', pixels),
    entry(257, 'long', pixels),
    entry(258, 'short', bytesPerSample * 8),
    entry(259, 'short', 1),
    entry(262, 'short', 1),
    entry(277, 'short', 1),
    entry(284, 'short', 1),
    entry(322, 'long', blockPixelsOf(pixels)),
    entry(323, 'long', blockPixelsOf(pixels)),
    { tag: 324, type: 'long', values: 'block offsets', count: blockCount } as const,
    { tag: 325, type: 'long', values: 'block sizes', count: blockCount } as const,
    entry(339, 'short', 1),
  ];
  if (level > 0) return entries;
  const pixelMeters = tileMeters / pixels;
  return [
    ...entries,
    entry(33550, 'double', pixelMeters, pixelMeters, 0),
    entry(33922, 'double', 0, 0, 0, tile.west, tile.north, 0),
    // GeoKeys: projected, pixel is area, WGS 84 / UTM zone north.
    entry(34735, 'short', 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32600 + tile.zone),
    entry(42113, 'ascii', ...ascii('0')),
  ];
}

function valueBytes(entry: Entry): number {
  return entry.count * fieldTypes[entry.type].bytes;
}

function directoryBytes(entries: readonly Entry[]): number {
  const outside = entries.reduce((sum, entry) => {
    const bytes = valueBytes(entry);
    return bytes > 4 ? sum + Math.ceil(bytes / 2) * 2 : sum;
  }, 0);
  return 2 + entries.length * 12 + 4 + outside;
}

function writeHeader(directories: readonly Entry[][], images: readonly VirtualImage[]): Uint8Array {
  const end = 8 + directories.reduce((sum, entries) => sum + directoryBytes(entries), 0);
  const bytes = new Uint8Array(Math.ceil(end / 16) * 16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949, true);
  view.setUint16(2, 42, true);
  view.setUint32(4, 8, true);
  let at = 8;
  directories.forEach((entries, level) => {
    const next = at + directoryBytes(entries);
    let outside = at + 2 + entries.length * 12 + 4;
    view.setUint16(at, entries.length, true);
    entries.forEach((entry, index) => {
      const field = at + 2 + index * 12;
      view.setUint16(field, entry.tag, true);
      view.setUint16(field + 2, fieldTypes[entry.type].code, true);
      view.setUint32(field + 4, entry.count, true);
      const inside = valueBytes(entry) <= 4;
      if (!inside) view.setUint32(field + 8, outside, true);
      writeValues(view, inside ? field + 8 : outside, entry, images[level]);
      if (!inside) outside += Math.ceil(valueBytes(entry) / 2) * 2;
    });
    view.setUint32(at + 2 + entries.length * 12, level === directories.length - 1 ? 0 : next, true);
    at = next;
  });
  return bytes;
}

function writeValues(view: DataView, at: number, entry: Entry, image: VirtualImage) {
  for (let index = 0; index < entry.count; index++) {
    const value =
      entry.values === 'block offsets'
        ? image.dataOffset + index * image.blockBytes
        : entry.values === 'block sizes'
          ? image.blockBytes
          : entry.values[index];
    const position = at + index * fieldTypes[entry.type].bytes;
    switch (entry.type) {
      case 'ascii':
        view.setUint8(position, value);
        break;
      case 'short':
        view.setUint16(position, value, true);
        break;
      case 'long':
        view.setUint32(position, value, true);
        break;
      case 'double':
        view.setFloat64(position, value, true);
        break;
    }
  }
}

/** One block of one image, and where it stands in the file. */
export interface BlockPlace {
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly offset: number;
}

/** The blocks that a range of bytes touches, in file order. */
export function blocksIn(cog: VirtualCog, offset: number, length: number): BlockPlace[] {
  const found: BlockPlace[] = [];
  const end = offset + length;
  for (let level = cog.images.length - 1; level >= 0; level--) {
    const { blocks, dataOffset, blockBytes } = cog.images[level];
    const first = Math.max(Math.floor((offset - dataOffset) / blockBytes), 0);
    const last = Math.min(Math.ceil((end - dataOffset) / blockBytes), blocks * blocks);
    for (let block = first; block < last; block++) {
      const column = block % blocks;
      found.push({
        level,
        column,
        row: (block - column) / blocks,
        offset: dataOffset + block * blockBytes,
      });
    }
  }
  return found;
}
