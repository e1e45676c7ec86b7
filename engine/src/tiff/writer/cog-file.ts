import { type CogLevel, type CogSubject, levelFields, maskFields } from './cog-description.ts';
import type { ByteSink } from './sink.ts';
import { encodeStructure, frameTile, structureBytes, tileFrame } from './structure-encoder.ts';

/** One level of the pyramid, compressed. */
export interface EncodedLevel {
  readonly width: number;
  readonly height: number;
  /** Tiles in the order of their places. A place that is missing is also left out of the file. */
  readonly tiles: readonly EncodedTile[];
  /** The tiles of the level's mask in the same order; undefined if it has no mask. */
  readonly masks?: readonly EncodedTile[];
}

/** A tile's place in its level, counted row by row from 0, and its bytes. */
export type EncodedTile = readonly [place: number, bytes: Uint8Array | KeptTile];

/** A compressed tile that is stored elsewhere. */
export interface KeptTile {
  readonly length: number;
  read(): Promise<Uint8Array>;
}

/** One image of the file: a level or its mask. */
interface CogImage {
  readonly width: number;
  readonly height: number;
  readonly level: number;
  readonly isMask: boolean;
  readonly tiles: readonly EncodedTile[];
}

interface PlacedImage extends CogImage, CogLevel {
  readonly tileOffsets: Float64Array;
}

/** A file that would be larger than this is written as BigTIFF. */
const classicBytes = 2 ** 32 - 2 ** 16;

/**
 * Writes header, directories and tiles to the sink: the smallest overview first, the full image
 * last. `levels` begin with the full image.
 */
export async function writeCogFile(
  subject: CogSubject,
  levels: readonly EncodedLevel[],
  sink: ByteSink,
  options: { bigTiff: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  const { placed, dataBytes } = placeTiles(imagesOf(levels), subject.tileSize);
  const directories = (bigTiff: boolean) =>
    placed.map((image) =>
      (image.isMask ? maskFields : levelFields)(subject, image, image.level, bigTiff),
    );
  const totalBytes = structureBytes(directories(false), false) + dataBytes;
  const bigTiff = options.bigTiff || totalBytes > classicBytes;
  const dataStart = structureBytes(directories(bigTiff), bigTiff);
  for (const { tiles, tileOffsets } of placed) {
    for (const [place] of tiles) tileOffsets[place] += dataStart;
  }
  await sink.write(encodeStructure(directories(bigTiff), bigTiff));
  for (const { tiles } of placed.toReversed()) {
    for (const [, bytes] of tiles) {
      options.signal?.throwIfAborted();
      await sink.write(frameTile('read' in bytes ? await bytes.read() : bytes));
    }
  }
}

/** Lists each level, followed by its mask. */
function imagesOf(levels: readonly EncodedLevel[]): CogImage[] {
  return levels.flatMap(({ width, height, tiles, masks }, level) => [
    { width, height, level, isMask: false, tiles },
    ...(masks ? [{ width, height, level, isMask: true, tiles: masks }] : []),
  ]);
}

/**
 * Where each tile begins, counted from the end of the directories; 0 for a tile that is left out.
 */
function placeTiles(
  images: readonly CogImage[],
  tileSize: number,
): { placed: readonly PlacedImage[]; dataBytes: number } {
  let position = 0;
  const placed = images.toReversed().map((image) => {
    const tileCount = Math.ceil(image.width / tileSize) * Math.ceil(image.height / tileSize);
    const tileOffsets = new Float64Array(tileCount);
    const tileByteCounts = new Uint32Array(tileCount);
    for (const [place, bytes] of image.tiles) {
      tileOffsets[place] = position + tileFrame.leaderBytes;
      tileByteCounts[place] = bytes.length;
      position += tileFrame.leaderBytes + bytes.length + tileFrame.trailerBytes;
    }
    return { ...image, tileOffsets, tileByteCounts };
  });
  return { placed: placed.toReversed(), dataBytes: position };
}
