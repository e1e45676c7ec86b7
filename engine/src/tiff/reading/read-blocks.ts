import type { Window } from '../../raster/grid.ts';
import { bytesPerSample, type Raster } from '../../raster/samples.ts';
import type { TiffImage } from '../structure/image.ts';
import { type ReadWindowOptions, readWindow } from './read-window.ts';

export interface ReadBlocksOptions extends ReadWindowOptions {
  /** How many pieces are read ahead of the one in use. */
  ahead?: number;
  /** Small blocks are combined until a piece has about this many decoded bytes. */
  pieceBytes?: number;
}

/** A piece of an image: whole blocks, in all bands that were asked for. */
export interface ImagePiece {
  readonly window: Window;
  readonly raster: Raster;
}

/**
 * Reads an image once from the top, in pieces of whole blocks. Each block is read and decoded once,
 * and only a few pieces are in memory. Rejects as `readWindow` does.
 */
export async function* readBlocks(
  image: TiffImage,
  options: ReadBlocksOptions = {},
): AsyncGenerator<ImagePiece, void, void> {
  const { ahead = 2, pieceBytes = 4 * 2 ** 20, ...windowOptions } = options;
  const bandCount = options.bands?.length ?? image.bandCount;
  const windows = pieceWindows(image, bandCount, pieceBytes);
  const pending: Promise<ImagePiece>[] = [];
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const start = (window: Window) => {
    const piece = readWindow(image, window, { ...windowOptions, signal }).then((raster) => ({
      window,
      raster,
    }));
    // The caller receives the failure when it waits for this piece. Until then the rejection must
    // not count as unhandled.
    piece.catch(() => undefined);
    pending.push(piece);
  };
  try {
    for (const window of windows) {
      start(window);
      if (pending.length > ahead) {
        yield await (pending.shift() as Promise<ImagePiece>);
      }
    }
    while (pending.length > 0) {
      yield await (pending.shift() as Promise<ImagePiece>);
    }
  } finally {
    stop.abort(new Error('The pieces are no longer wanted.'));
    // The caller may close the source after this.
    await Promise.allSettled(pending);
  }
}

/**
 * Windows of whole blocks: some columns of one row of blocks, or several complete rows of blocks.
 */
function* pieceWindows(
  image: TiffImage,
  bandCount: number,
  pieceBytes: number,
): Generator<Window, void, void> {
  const { blockWidth, blockHeight, columns, rows } = image.layout;
  const blockBytes = blockWidth * blockHeight * bandCount * bytesPerSample(image.sampleType);
  const blocksPerPiece = Math.max(1, Math.floor(pieceBytes / blockBytes));
  const columnStep = Math.min(columns, blocksPerPiece);
  const rowStep = Math.max(1, Math.floor(blocksPerPiece / columns));
  for (let row = 0; row < rows; row += rowStep) {
    for (let column = 0; column < columns; column += columnStep) {
      const left = column * blockWidth;
      const top = row * blockHeight;
      yield {
        column: left,
        row: top,
        width: Math.min(columnStep * blockWidth, image.width - left),
        height: Math.min(rowStep * blockHeight, image.height - top),
      };
    }
  }
}
