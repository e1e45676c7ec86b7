import { tag } from '@refugia/engine/tiff/structure/tags.ts';
import { encodeStructure, type Field } from '@refugia/engine/tiff/writer/structure-encoder.ts';
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

/** Lays out the file of one band of a tile. */
export function layoutCog(
  tile: GridTile,
  resolutionMeters: 10 | 20,
  bytesPerSample: 1 | 2,
): VirtualCog {
  const headerOf = (images: readonly VirtualImage[]) =>
    encodeStructure(
      images.map((image, level) => fieldsOf(tile, image, level, bytesPerSample)),
      false,
      '',
    );
  const widths = imageWidths(resolutionMeters);
  // The size of the header does not depend on the offsets that it tells.
  const start = headerOf(placeImages(widths, bytesPerSample, 0).images).length;
  const { images, end } = placeImages(widths, bytesPerSample, start);
  return { header: headerOf(images), images, size: end };
}

/** Overviews stand before the full image, the smallest first, as in any Cloud Optimized GeoTIFF. */
function placeImages(widths: readonly number[], bytesPerSample: number, start: number) {
  const images: VirtualImage[] = [];
  let end = start;
  for (const pixels of widths.toReversed()) {
    const blocks = Math.ceil(pixels / blockPixelsOf(pixels));
    const blockBytes = blockPixelsOf(pixels) ** 2 * bytesPerSample;
    images.unshift({ pixels, blocks, dataOffset: end, blockBytes });
    end += blocks * blocks * blockBytes;
  }
  return { images, end };
}

function fieldsOf(
  tile: GridTile,
  { pixels, blocks, dataOffset, blockBytes }: VirtualImage,
  level: number,
  bytesPerSample: number,
): Field[] {
  const field = (name: keyof typeof tag, type: Field['type'], ...values: number[]): Field => ({
    tag: tag[name],
    type,
    values,
  });
  const places = Array.from({ length: blocks ** 2 }, (_, index) => index);
  const fields = [
    field('newSubfileType', 'long', level === 0 ? 0 : 1),
    field('imageWidth', 'long', pixels),
    field('imageLength', 'long', pixels),
    field('bitsPerSample', 'short', bytesPerSample * 8),
    field('compression', 'short', 1),
    field('photometric', 'short', 1),
    field('samplesPerPixel', 'short', 1),
    field('planarConfiguration', 'short', 1),
    field('tileWidth', 'long', blockPixelsOf(pixels)),
    field('tileLength', 'long', blockPixelsOf(pixels)),
    field('tileOffsets', 'long', ...places.map((place) => dataOffset + place * blockBytes)),
    field('tileByteCounts', 'long', ...places.map(() => blockBytes)),
    field('sampleFormat', 'short', 1),
  ];
  if (level > 0) return fields;
  const pixelMeters = tileMeters / pixels;
  // Projected, pixel is area, WGS 84 / UTM zone north.
  const keys = [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32600 + tile.zone];
  return [
    ...fields,
    field('modelPixelScale', 'double', pixelMeters, pixelMeters, 0),
    field('modelTiepoint', 'double', 0, 0, 0, tile.west, tile.north, 0),
    field('geoKeyDirectory', 'short', 1, 1, 0, 3, ...keys),
    { tag: tag.gdalNodata, type: 'ascii', values: '0' },
  ];
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
