import { createSamples, type Samples } from '../../raster/samples.ts';
import type { TiffImage } from '../../tiff/index.ts';
import { sparseSample } from '../../tiff/reading/decode-range.ts';
import type { PlannedBlock } from '../../tiff/reading/plan.ts';
import { coarsePixels, type Lattice, planLattice } from './lattice.ts';
import { sampledRows } from './sampled-rows.ts';

/** A picture of an image in a few of its samples; it covers the same ground. */
export interface CoarseRows {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Samples[];
}

/** What is read of an image, and where it goes. */
interface Target {
  readonly image: TiffImage;
  readonly bands: readonly number[];
  readonly lattice: Lattice;
  /** For each column of the picture, the image's column whose samples it takes. */
  readonly columns: readonly number[];
  /** The rows of the lattice for each band, with as many columns as the picture has. */
  readonly rows: readonly Samples[];
  readonly signal: AbortSignal | undefined;
}

/** The size of a coarse picture of an image: at most 512 pixels along a side. */
export function coarseSize({ width, height }: { width: number; height: number }) {
  const factor = Math.max(1, Math.max(width, height) / coarsePixels);
  return {
    width: Math.max(1, Math.round(width / factor)),
    height: Math.max(1, Math.round(height / factor)),
  };
}

/**
 * Reads an image coarsely, in about a second for any size: each pixel of the picture takes the
 * nearest of the samples that are read. Undefined if that is impossible because the image's
 * compressed strips are too large. Rejects with TiffError if a block is damaged.
 *
 * @param bands from 0, in the order wanted
 */
export async function readCoarsely(
  image: TiffImage,
  bands: readonly number[],
  size: { readonly width: number; readonly height: number },
  signal?: AbortSignal,
): Promise<CoarseRows | undefined> {
  const planes = image.layout.isPlanar ? bands : [0];
  const lattice = planLattice(image, planes.length);
  if (!lattice) return undefined;
  const places = latticeRows(image, lattice);
  const columns = nearestColumns(image, lattice, size.width);
  const leftOut = sparseSample(image);
  const rows = bands.map(() =>
    createSamples(image.sampleType, places.length * size.width).fill(leftOut),
  );
  const target: Target = { image, bands, lattice, columns, rows, signal };
  const queue = (await presentBlocks(target, planes)).values();
  await Promise.all(
    Array.from({ length: lattice.blocksAtOnce }, async () => {
      for (const block of queue) await takeBlock(block, target);
    }),
  );
  return { ...size, bands: rows.map((band) => pictureOf(band, places, image, size)) };
}

/** The image's rows that are read, from the top. */
function latticeRows({ layout, height }: TiffImage, { blockRows, offsets }: Lattice): number[] {
  return blockRows.flatMap((blockRow) =>
    offsets.map((offset) => Math.min(height - 1, blockRow * layout.blockHeight + offset)),
  );
}

/** For each column of the picture, the nearest one of the image that is read. */
function nearestColumns(
  { layout, width }: TiffImage,
  { blockColumns }: Lattice,
  count: number,
): number[] {
  const { blockWidth } = layout;
  return Array.from({ length: count }, (_, index) => {
    const wanted = Math.floor(((index + 0.5) * width) / count);
    let best = Number.POSITIVE_INFINITY;
    for (const block of blockColumns) {
      const last = Math.min(width, (block + 1) * blockWidth) - 1;
      const column = Math.max(block * blockWidth, Math.min(last, wanted));
      if (Math.abs(column - wanted) < Math.abs(best - wanted)) best = column;
    }
    return best;
  });
}

async function presentBlocks(
  { image, lattice, signal }: Target,
  planes: readonly number[],
): Promise<PlannedBlock[]> {
  const locate = await image.blockTable.locator({ planes }, signal);
  return planes.flatMap((plane) =>
    lattice.blockRows.flatMap((row) =>
      lattice.blockColumns.flatMap((column) => {
        const place = locate(column, row, plane);
        return place ? [{ column, row, plane, ...place }] : [];
      }),
    ),
  );
}

/** Takes the samples that the picture's columns want out of the rows of a block. */
async function takeBlock(block: PlannedBlock, target: Target): Promise<void> {
  const { image, lattice, columns, bands, rows, signal } = target;
  const { layout, height } = image;
  const { blockWidth, blockHeight, bandsPerBlock, isPlanar } = layout;
  const left = block.column * blockWidth;
  // The last row of blocks may end below the image, or before the others do.
  const rowsOfBlock = Math.min(blockHeight, height - block.row * blockHeight);
  const offsets = lattice.offsets.map((offset) => Math.min(offset, rowsOfBlock - 1));
  const sampled = await sampledRows(image, block, offsets, signal);
  const firstRow = lattice.blockRows.indexOf(block.row) * offsets.length;
  bands.forEach((band, index) => {
    if (isPlanar && band !== block.plane) return;
    sampled.forEach((samples, row) => {
      columns.forEach((column, x) => {
        if (column < left || column >= left + blockWidth) return;
        const place = (column - left) * bandsPerBlock + (isPlanar ? 0 : band);
        rows[index][(firstRow + row) * columns.length + x] = samples[place];
      });
    });
  });
}

/** Each row of the picture is the nearest of the lattice's. */
function pictureOf(
  rows: Samples,
  places: readonly number[],
  image: TiffImage,
  { width, height }: { width: number; height: number },
): Samples {
  const picture = createSamples(image.sampleType, width * height);
  let nearest = 0;
  for (let y = 0; y < height; y++) {
    const wanted = ((y + 0.5) * image.height) / height;
    const distance = (index: number) => Math.abs(places[index] + 0.5 - wanted);
    while (nearest + 1 < places.length && distance(nearest + 1) <= distance(nearest)) nearest++;
    picture.set(rows.subarray(nearest * width, (nearest + 1) * width), y * width);
  }
  return picture;
}
