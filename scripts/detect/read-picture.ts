import type { BandStack } from '@refugia/engine/change/index.ts';
import type { Samples } from '@refugia/engine/raster/samples.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { openTiff, readWindow, type TiffImage } from '@refugia/engine/tiff/index.ts';
import { codeOf } from '../../server/src/platform/thrown.ts';
import type { DetectRequest } from './arguments.ts';

/**
 * Masks the empty border of a rotated or clipped scene: pixels that are 0 in every band and
 * connected to the picture's edge through such pixels (4-connected). Dark pixels inside stay.
 * @param valid is changed
 * @returns the number of pixels that were masked
 */
function maskBorderFill(
  valid: Uint8Array,
  bands: readonly Samples[],
  width: number,
  height: number,
): number {
  const isFill = (i: number) => valid[i] !== 0 && bands.every((band) => band[i] === 0);
  const stack: number[] = [];
  let masked = 0;
  const visit = (i: number) => {
    if (!isFill(i)) return;
    valid[i] = 0;
    masked++;
    stack.push(i);
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < valid.length - width) visit(i + width);
  }
  return masked;
}

/** The largest size of one picture's decoded bands in bytes. */
const largestPictureBytes = 4 * 2 ** 30;

export interface InputPicture {
  readonly stack: BandStack;
  readonly affine: TiffImage['affine'];
  readonly epsg: number | undefined;
  readonly notes: readonly string[];
}

/**
 * Reads all pixels of one date's bands.
 * @throws with a sentence that names the file when it can't be read or lacks a band
 */
export async function readPicture(path: string, request: DetectRequest): Promise<InputPicture> {
  await using source = await openFile(path);
  const tiff = await openTiff(source, { limits: { windowBytes: largestPictureBytes } });
  const { image } = tiff;
  const { width, height } = image;
  const bands = request.bands ?? Array.from({ length: image.bandCount }, (_, band) => band);
  const missing = bands.find((band) => band >= image.bandCount);
  if (missing !== undefined) {
    throw new Error(`${path} has ${image.bandCount} bands: there is no band ${missing + 1}.`);
  }
  if (request.names && request.names.length !== bands.length) {
    throw new Error(
      `--names gives ${request.names.length} names, but ${bands.length} bands of ${path} are read.`,
    );
  }
  const window = { column: 0, row: 0, width, height };
  const { bands: samples } = await readWindow(image, window, { bands });
  const valid = new Uint8Array(width * height).fill(1);
  const notes = tiff.notes.map((note) => `${path}: ${note}`);

  if (image.mask) {
    const mask = await readWindow(image.mask, window);
    maskWhere(valid, (i) => mask.bands[0][i] === 0);
  }
  const nodata = request.nodata ?? image.nodata;
  if (nodata !== undefined) {
    maskNodata(valid, samples, nodata);
  } else {
    const filled = maskBorderFill(valid, samples, width, height);
    if (filled > 0) {
      notes.push(
        `${path} names no nodata value: ${filled} pixels that are 0 in all bands and reach the ` +
          'edge of the picture are taken for its empty border.',
      );
    }
  }
  const stack = { width, height, bands: samples.map(asBand), valid, names: request.names };
  return { stack, affine: image.affine, epsg: image.epsg, notes };
}

async function openFile(path: string): Promise<FileSource> {
  try {
    return await FileSource.open(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Error(`There is no file ${path}.`, { cause: error });
    throw error;
  }
}

/**
 * Masks pixels with nodata in any band. In 8-bit pictures it masks only those with nodata in all
 * bands, because every 8-bit value, 0 most of all, also occurs as a colour.
 */
function maskNodata(valid: Uint8Array, bands: readonly Samples[], nodata: number): void {
  const same = Number.isNaN(nodata)
    ? (value: number) => Number.isNaN(value)
    : (value: number) => value === nodata;
  if (bands.every((band) => band instanceof Uint8Array)) {
    maskWhere(valid, (i) => bands.every((band) => same(band[i])));
    return;
  }
  for (const band of bands) maskWhere(valid, (i) => same(band[i]));
}

function maskWhere(valid: Uint8Array, isMasked: (index: number) => boolean): void {
  for (let i = 0; i < valid.length; i++) if (isMasked(i)) valid[i] = 0;
}

/**
 * Converts samples to a type that the engine compares: bytes, 16-bit integers and float32 stay, and
 * all others become float32.
 */
function asBand(samples: Samples): BandStack['bands'][number] {
  if (
    samples instanceof Uint8Array ||
    samples instanceof Uint16Array ||
    samples instanceof Int16Array ||
    samples instanceof Float32Array
  ) {
    return samples;
  }
  return Float32Array.from(samples);
}
