import type { TiffImage } from '../../tiff/index.ts';
import { unpackingBytes } from '../../tiff/reading/read-window.ts';
import { canStream } from '../../tiff/reading/unpack-stream.ts';

/** The rows and columns of an image that a coarse picture of it is made of. */
export interface Lattice {
  /** The rows of blocks that are read, from the top. */
  readonly blockRows: readonly number[];
  /** The columns of blocks that are read, from the left. */
  readonly blockColumns: readonly number[];
  /** The rows that are taken from each of these blocks, counted from the block's first. */
  readonly offsets: readonly number[];
  /** How many blocks are read at the same time. zlib unpacks each in one of Node's threads. */
  readonly blocksAtOnce: number;
}

/** How much of a block has to be read for some of its rows. */
type BlockReach = 'rows' | 'beginning' | 'whole';

/** The largest number of rows, and of columns, of a coarse picture. */
export const coarsePixels = 512;
/** With fewer rows the picture would say little of the raster. */
const fewestRows = 12;
/**
 * How many unpacked bytes may be read, which takes about a second. The smaller number applies to
 * blocks that this product's own code unpacks in one thread, because that is slower.
 */
const mostBytes = { native: 320 * 2 ** 20, own: 96 * 2 ** 20 };
/** Each block costs some time, however little of it is read. */
const mostBlocks = 2048;
const mostBlockBytes = 64 * 2 ** 20;
const mostBlocksAtOnce = 8;
/** What unpacking takes at the same time, so that large blocks don't fill the memory. */
const mostBytesAtOnce = 128 * 2 ** 20;

/**
 * How much of a block must be read to get some of its rows. Uncompressed rows stand at known
 * places. Compressed rows can be decompressed only from the block's beginning, or only as a whole.
 */
export function reachOf({ encoding }: Pick<TiffImage, 'encoding'>): BlockReach {
  if (encoding.compression === 'none') return 'rows';
  return canStream(encoding) ? 'beginning' : 'whole';
}

/**
 * Chooses what is read of an image for a coarse picture: as many of its blocks, and of their rows,
 * as can be read in about a second. Undefined if that is too little for a picture, as it is for one
 * large compressed strip.
 */
export function planLattice(image: TiffImage, planes: number): Lattice | undefined {
  const { layout, height } = image;
  const reach = reachOf(image);
  if (reach === 'whole' && layout.blockBytes > mostBlockBytes) return undefined;
  let rows = Math.min(layout.rows, coarsePixels);
  let columns = Math.min(layout.columns, coarsePixels);
  let rowsOfBlock = Math.max(1, Math.min(layout.blockHeight, Math.floor(coarsePixels / rows)));
  const { compression } = image.encoding;
  const isOwn = compression === 'lzw' || compression === 'packbits';
  const affordable = isOwn ? mostBytes.own : mostBytes.native;
  const isTooMuch = () => {
    const blocks = rows * columns * planes;
    return blocks > mostBlocks || blocks * bytesOfBlock(image, reach, rowsOfBlock) > affordable;
  };
  while (isTooMuch()) {
    if (reach !== 'whole' && rowsOfBlock > 1) rowsOfBlock--;
    else if (rows > columns) rows = Math.ceil(rows * 0.9) - 1;
    else columns = Math.ceil(columns * 0.9) - 1;
    if (Math.min(rows, columns) === 0) return undefined;
  }
  if (rows * rowsOfBlock < Math.min(fewestRows, height)) return undefined;
  const unpackedBytes =
    reach === 'whole' ? unpackingBytes(image) : bytesOfBlock(image, reach, rowsOfBlock);
  return {
    blockRows: spread(rows, layout.rows),
    blockColumns: spread(columns, layout.columns),
    offsets: Array.from({ length: rowsOfBlock }, (_, index) =>
      Math.floor((index * layout.blockHeight) / rowsOfBlock),
    ),
    blocksAtOnce: Math.max(
      1,
      Math.min(mostBlocksAtOnce, Math.floor(mostBytesAtOnce / unpackedBytes)),
    ),
  };
}

function bytesOfBlock({ layout }: TiffImage, reach: BlockReach, rowsOfBlock: number): number {
  const { blockBytes, blockHeight } = layout;
  const lastRow = Math.floor(((rowsOfBlock - 1) * blockHeight) / rowsOfBlock);
  const rows = { rows: rowsOfBlock, beginning: lastRow + 1, whole: blockHeight }[reach];
  return (rows * blockBytes) / blockHeight;
}

/** Some of the numbers below `total`, in even distances. */
function spread(count: number, total: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * total) / count));
}
