import { damaged, runGdal, tooLarge } from '../errors.ts';
import type { TiffLimits } from '../limits.ts';
import type { Directory } from './directory.ts';
import type { BlockEncoding } from './encoding.ts';
import { tag } from './tags.ts';

/** How an image is divided into blocks: tiles, or strips that are as wide as the image. */
export interface BlockLayout {
  readonly isTiled: boolean;
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly columns: number;
  readonly rows: number;
  /** Whether each block contains one band, or the samples of all bands pixel by pixel. */
  readonly isPlanar: boolean;
  /** The number of bands in one block. */
  readonly bandsPerBlock: number;
  /** The size of a complete decoded block, in bytes. */
  readonly blockBytes: number;
  /**
   * How many blocks one strip of the file is divided into. Uncompressed strips are read in parts,
   * so that a file of a single strip does not have to fit into memory. Otherwise it is 1.
   */
  readonly blocksPerStrip: number;
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly bandCount: number;
}

/** The approximate size of the parts into which uncompressed strips are divided. */
const stripPartBytes = 2 ** 20;

/** Reads an image's size and checks it against the limits. */
export async function readSize(directory: Directory, limits: TiffLimits): Promise<ImageSize> {
  const width = (await directory.number(tag.imageWidth)) ?? 0;
  const height = (await directory.number(tag.imageLength)) ?? 0;
  const bandCount = (await directory.number(tag.samplesPerPixel)) ?? 1;
  if (!isCount(width) || !isCount(height) || !isCount(bandCount)) {
    throw damaged(
      `An image of ${width} × ${height} pixels and ${bandCount} bands is not possible.`,
    );
  }
  if (width > limits.sidePixels || height > limits.sidePixels) {
    throw tooLarge(
      `An image of ${width} × ${height} pixels is beyond the limit of ${limits.sidePixels} a side.`,
    );
  }
  if (bandCount > limits.bands) {
    throw tooLarge(`The image declares ${bandCount} bands; the limit is ${limits.bands}.`);
  }
  return { width, height, bandCount };
}

/** Reads how an image is divided into blocks, and checks it against the limits. */
export async function readLayout(
  directory: Directory,
  image: ImageSize & { readonly encoding: BlockEncoding },
  limits: TiffLimits,
): Promise<BlockLayout> {
  const { width, height, bandCount, encoding } = image;
  const planar = (await directory.number(tag.planarConfiguration)) ?? 1;
  if (planar !== 1 && planar !== 2) {
    throw damaged(`The planar configuration ${planar} is not known.`);
  }
  const isTiled = directory.has(tag.tileWidth) || directory.has(tag.tileOffsets);
  const blockWidth = isTiled ? ((await directory.number(tag.tileWidth)) ?? 0) : width;
  const fileBlockHeight = isTiled
    ? ((await directory.number(tag.tileLength)) ?? 0)
    : Math.min((await directory.number(tag.rowsPerStrip)) ?? height, height);
  if (!isCount(blockWidth) || !isCount(fileBlockHeight)) {
    throw damaged(
      `${isTiled ? 'Tiles' : 'Strips'} of ${blockWidth} × ${fileBlockHeight} pixels are not possible.`,
    );
  }
  const bandsPerBlock = planar === 2 ? 1 : bandCount;
  const rowBytes = Math.ceil((blockWidth * bandsPerBlock * encoding.bitsPerSample) / 8);
  const blocksPerStrip =
    isTiled || encoding.compression !== 'none'
      ? 1
      : partsOfStrip(fileBlockHeight, rowBytes, height);
  const blockHeight = Math.ceil(fileBlockHeight / blocksPerStrip);
  const blockBytes = rowBytes * blockHeight;
  if (blockBytes > limits.blockBytes) {
    throw tooLarge(
      `${isTiled ? 'A tile' : 'A strip'} of ${blockWidth} × ${blockHeight} pixels takes ${blockBytes} bytes; ` +
        `the limit is ${limits.blockBytes}. ${runGdal('gdal_translate -co TILED=YES')}`,
    );
  }
  const columns = Math.ceil(width / blockWidth);
  const rows = Math.ceil(height / blockHeight);
  const blocks = columns * rows * (planar === 2 ? bandCount : 1);
  if (blocks > limits.blocks) {
    throw tooLarge(
      `The image declares ${blocks} blocks; the limit is ${limits.blocks}. ${runGdal('gdal_translate -co TILED=YES')}`,
    );
  }
  return {
    isTiled,
    blockWidth,
    blockHeight,
    columns,
    rows,
    isPlanar: planar === 2,
    bandsPerBlock,
    blockBytes,
    blocksPerStrip,
  };
}

/**
 * The smallest number of equal parts of a strip that are small enough. A single strip need not
 * divide evenly.
 */
function partsOfStrip(stripRows: number, rowBytes: number, imageRows: number): number {
  const rowsWanted = Math.max(1, Math.floor(stripPartBytes / rowBytes));
  if (rowsWanted >= stripRows) return 1;
  let partRows = rowsWanted;
  while (stripRows < imageRows && stripRows % partRows !== 0) {
    partRows--;
  }
  return Math.ceil(stripRows / partRows);
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}
