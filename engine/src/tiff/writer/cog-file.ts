import { type CogLevel, type CogSubject, levelFields } from './cog-fields.ts';
import type { ByteSink } from './sink.ts';
import { encodeStructure, frameTile, structureBytes, tileFrame } from './structure-encoder.ts';

/** One level of the pyramid, compressed. */
interface EncodedLevel {
  readonly width: number;
  readonly height: number;
  /** In the order of their places; a place that is missing is left out of the file too. */
  readonly tiles: readonly EncodedTile[];
}

/** A tile's place in its level, row by row from 0, and its bytes. */
export type EncodedTile = readonly [place: number, bytes: Uint8Array];

/** Structure and data of a classic TIFF end before this; beyond it BigTIFF is written. */
const classicBytes = 2 ** 32 - 2 ** 16;

/**
 * Writes header, directories and tiles to the sink: smallest overview first, full image last. `levels`
 * begin with the full image.
 */
export async function writeCogFile(
  subject: CogSubject,
  levels: readonly EncodedLevel[],
  sink: ByteSink,
  options: { bigTiff: boolean; signal: AbortSignal | undefined },
): Promise<void> {
  const { placed, dataBytes } = placeTiles(levels, subject.tileSize);
  const directories = (bigTiff: boolean) =>
    placed.map((level, index) => levelFields(subject, level, index, bigTiff));
  const totalBytes = structureBytes(directories(false), false) + dataBytes;
  const bigTiff = options.bigTiff || totalBytes > classicBytes;
  const dataStart = structureBytes(directories(bigTiff), bigTiff);
  levels.forEach(({ tiles }, index) => {
    const { tileOffsets } = placed[index];
    for (const [place] of tiles) tileOffsets[place] += dataStart;
  });
  await sink.write(encodeStructure(directories(bigTiff), bigTiff));
  for (const { tiles } of levels.toReversed()) {
    for (const [, bytes] of tiles) {
      options.signal?.throwIfAborted();
      await sink.write(frameTile(bytes));
    }
  }
}

interface PlacedLevel extends CogLevel {
  readonly tileOffsets: Float64Array;
}

/** Where each tile begins, counted from the first byte behind the directories; 0 for one left out. */
function placeTiles(
  levels: readonly EncodedLevel[],
  tileSize: number,
): { placed: readonly PlacedLevel[]; dataBytes: number } {
  let position = 0;
  const placed = levels.toReversed().map(({ width, height, tiles }) => {
    const tileCount = Math.ceil(width / tileSize) * Math.ceil(height / tileSize);
    const tileOffsets = new Float64Array(tileCount);
    const tileByteCounts = new Uint32Array(tileCount);
    for (const [place, bytes] of tiles) {
      tileOffsets[place] = position + tileFrame.leaderBytes;
      tileByteCounts[place] = bytes.length;
      position += tileFrame.leaderBytes + bytes.length + tileFrame.trailerBytes;
    }
    return { width, height, tileOffsets, tileByteCounts };
  });
  return { placed: placed.toReversed(), dataBytes: position };
}
