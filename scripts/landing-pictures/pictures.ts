import { changeCodes, changePalette } from '@refugia/engine/render/change-palette.ts';
import { renderTrueColour } from '@refugia/engine/render/true-colour.ts';
import { FileSource } from '@refugia/engine/source/file-source.ts';
import { openTiff, readWindow } from '@refugia/engine/tiff/index.ts';

/** Interleaved pixels in the form that sharp takes. */
export interface TrueColourPicture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 4 };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The opacity of the tint that marks change inside of its outline. */
const fillOpacity = 0.3;
const outlineWidthPixels = 2;

/** Reads the middle of a run's pictures, with the change marked on the one after. */
export async function readPictures(
  files: { readonly before: string; readonly after: string; readonly change: string },
  size: Size,
): Promise<{ before: TrueColourPicture; after: TrueColourPicture }> {
  const before = await readTrueColour(files.before, size);
  const after = await readTrueColour(files.after, size);
  const [mask] = await readMiddle(files.change, size);
  markChange(after, mask);
  return { before, after };
}

async function readMiddle(file: string, { width, height }: Size, bandNames?: readonly string[]) {
  const source = await FileSource.open(file);
  try {
    const { image } = await openTiff(source);
    if (image.width < width || image.height < height) {
      throw new RangeError(`${image.width} × ${image.height} pixels do not fill the picture.`);
    }
    const column = Math.floor((image.width - width) / 2);
    const row = Math.floor((image.height - height) / 2);
    const bands = bandNames?.map((name) =>
      image.bands.findIndex(({ description }) => description === name),
    );
    return (await readWindow(image, { column, row, width, height }, bands && { bands })).bands;
  } finally {
    await source.close();
  }
}

async function readTrueColour(file: string, size: Size): Promise<TrueColourPicture> {
  const [red, green, blue] = await readMiddle(file, size, ['red', 'green', 'blue']);
  const bands = [red, green, blue].map((band) => Uint16Array.from(band));
  for (const band of bands) fillGaps(band, size.width);
  const valid = new Uint8Array(size.width * size.height).fill(1);
  return {
    data: renderTrueColour({ red: bands[0], green: bands[1], blue: bands[2] }, valid),
    info: { ...size, channels: 4 },
  };
}

/**
 * Fills the few pixels that clouds hid with their neighbours' colours. The app shows such pixels as
 * missing, but this picture only illustrates.
 */
function fillGaps(band: Uint16Array, width: number): void {
  const steps = [-1, 1, -width, width];
  for (let gaps = true; gaps; ) {
    gaps = false;
    const known = band.slice();
    for (let index = 0; index < band.length; index++) {
      if (known[index] !== 0) continue;
      gaps = true;
      const neighbours = steps.map((step) => known[index + step] ?? 0).filter(Boolean);
      if (neighbours.length > 0) {
        band[index] = neighbours.reduce((sum, value) => sum + value, 0) / neighbours.length;
      }
    }
  }
}

/** Tints the changed pixels and draws an outline around them. */
function markChange({ data, info: { width } }: TrueColourPicture, mask: ArrayLike<number>): void {
  const isChanged = (index: number) => changeCodes.includes(mask[index]);
  const isEdge = (index: number) => {
    for (let row = -outlineWidthPixels; row <= outlineWidthPixels; row++) {
      for (let column = -outlineWidthPixels; column <= outlineWidthPixels; column++) {
        if (!isChanged(index + row * width + column)) return true;
      }
    }
    return false;
  };
  for (let index = 0; index < mask.length; index++) {
    if (!isChanged(index)) continue;
    const opacity = isEdge(index) ? 1 : fillOpacity;
    for (let channel = 0; channel < 3; channel++) {
      const offset = index * 4 + channel;
      data[offset] = data[offset] * (1 - opacity) + changePalette.changed.colour[channel] * opacity;
    }
  }
}
