import { open } from 'node:fs/promises';
import { bytesPerSample, type SampleType } from '../../raster/samples.ts';
import type { TiffImage } from '../../tiff/index.ts';
import type { EncodedLevel, KeptTile } from '../../tiff/writer/cog-file.ts';
import { ingestLimits, smallestTileSize } from '../limits.ts';
import type { BandMeasures } from '../measure/band-measure.ts';
import { imageRows } from '../rows/image-rows.ts';
import type { ImageRows } from '../rows/rows.ts';
import { PyramidInThisThread } from './in-this-thread.ts';
import type { PyramidPlan } from './plan.ts';
import { PyramidWriter, type WrittenLevel } from './pyramid-writer.ts';
import { type FiledTile, PyramidThreads, type TileMakers } from './threads.ts';

export interface PyramidWork {
  readonly image: TiffImage;
  /** Bands that are read, in the order in which they are written. */
  readonly bands: readonly number[];
  readonly plan: PyramidPlan;
  /** All rows of the image, where they do not come from its file. */
  readonly rows?: ImageRows | undefined;
  /** Scratch files are named after it. */
  readonly scratchPath: string;
  /** @param share 0 to 1 */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal | undefined;
}

/** A smaller image is finished before threads have started. */
const fewPixels = 2 ** 22;
const usualTileSize = 512;

/**
 * Pixels on the side of tiles: 512, or less for an image so wide that a row of tiles would fill the
 * memory.
 */
export function tileSizeFor(
  { width }: { width: number },
  bandCount: number,
  sampleType: SampleType,
): number {
  const rowBytes = width * bandCount * bytesPerSample(sampleType);
  let size = usualTileSize;
  while (size > smallestTileSize && size * rowBytes > ingestLimits.tileRowBytes) size /= 2;
  return size;
}

/**
 * Reads an image once: measures it, compresses it as tiles and makes its overviews. `use` receives
 * the levels. Their tiles stay in scratch files until `use` has resolved. Rejects with TiffError if
 * the image cannot be read, or with the signal's reason when aborted.
 */
export async function writePyramid<Result>(
  work: PyramidWork,
  use: (levels: readonly EncodedLevel[], measured: BandMeasures) => Promise<Result>,
): Promise<Result> {
  const { image, bands, plan, signal } = work;
  const makers = createTileMakers(work);
  try {
    const hasMask = image.mask !== undefined;
    const writer = new PyramidWriter(image, plan, { hasMask, makers });
    const decodeRange = makers.decode.bind(makers);
    let done = 0;
    const pieces = work.rows ? [work.rows] : imageRows(image, { bands, decodeRange, signal });
    for await (const rows of pieces) {
      signal?.throwIfAborted();
      await writer.writeRows(rows);
      done += rows.rowCount;
      work.onProgress(done / image.height);
    }
    const levels = await writer.finish();
    const measured = await makers.measured();
    return await withKeptTiles(levels, (kept) => use(kept, measured));
  } finally {
    await makers.close();
  }
}

/** What does a piece of work in threads, unless the image is small. The caller closes it. */
export function createTileMakers({
  image,
  plan,
  scratchPath,
}: Pick<PyramidWork, 'image' | 'plan' | 'scratchPath'>): TileMakers {
  const isSmall = image.width * image.height < fewPixels;
  return isSmall
    ? new PyramidInThisThread(plan, scratchPath)
    : new PyramidThreads(plan, scratchPath);
}

/** The levels, with tiles that can be read from the files that contain them. */
async function withKeptTiles<Result>(
  levels: readonly WrittenLevel[],
  use: (levels: readonly EncodedLevel[]) => Promise<Result>,
): Promise<Result> {
  const paths = new Set(
    levels.flatMap(({ tiles, masks }) => [...tiles, ...masks].map(({ path }) => path)),
  );
  const files = new Map(
    await Promise.all(Array.from(paths, async (path) => [path, await open(path)] as const)),
  );
  const keep = ({ path, offset, length }: FiledTile): KeptTile => ({
    length,
    async read() {
      const bytes = Buffer.allocUnsafe(length);
      await files.get(path)!.read(bytes, 0, length, offset);
      return bytes;
    },
  });
  const kept = (tiles: readonly FiledTile[]) =>
    tiles.map((tile, place) => [place, keep(tile)] as const);
  try {
    return await use(
      levels.map(({ width, height, tiles, masks }) => ({
        width,
        height,
        tiles: kept(tiles),
        ...(masks.length > 0 && { masks: kept(masks) }),
      })),
    );
  } finally {
    await Promise.all(Array.from(files.values(), (file) => file.close()));
  }
}
