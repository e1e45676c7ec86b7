import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BandStack } from '../src/change/index.ts';
import type { Samples } from '../src/raster/samples.ts';
import { FileSource } from '../src/source/file-source.ts';
import { openTiff, readWindow } from '../src/tiff/index.ts';

/**
 * Real pairs with published results. They are not part of this repository. If they are missing, the
 * tests that need them are skipped.
 */
const folder = join(
  process.env.REFUGIA_SHARED ?? join(import.meta.dirname, '../../../shared'),
  'data/change',
);
export const arePairsMissing = !existsSync(folder);
if (arePairsMissing) console.warn(`Skipped: no published image pairs at ${folder}.`);

export interface PublishedPicture {
  readonly width: number;
  readonly height: number;
  readonly bands: Samples[];
}

/** A whole raster, by its path in the folder of pairs. */
export async function readPublished(path: string): Promise<PublishedPicture> {
  await using source = await FileSource.open(join(folder, path));
  const { image } = await openTiff(source);
  const { width, height } = image;
  const { bands } = await readWindow(image, { column: 0, row: 0, width, height });
  return { width, height, bands };
}

/** A picture as a date of a pair; all of it is valid unless `valid` says otherwise. */
export function stackOf({ width, height, bands }: PublishedPicture, valid?: Uint8Array): BandStack {
  return {
    width,
    height,
    bands: bands.map((band) => Float32Array.from(band)),
    valid: valid ?? new Uint8Array(width * height).fill(1),
  };
}

/** Both dates of the Cold Springs fire with named bands, and 1 inside of its perimeter. */
export async function coldSprings(): Promise<{
  before: BandStack;
  after: BandStack;
  label: Samples;
}> {
  const place = 'landsat8_coldsprings_co_30m';
  const names = [undefined, 'blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
  const date = async (name: string): Promise<BandStack> => {
    const [codes] = (await readPublished(`${place}/${name}_pixel_qa.tif`)).bands;
    // Landsat's pixel_qa: bit 0 fill, 3 cloud shadow, 5 cloud.
    const valid = Uint8Array.from(codes!, (code) => ((code & 0b101001) === 0 ? 1 : 0));
    return { ...stackOf(await readPublished(`${place}/${name}_sr_b1-7.tif`), valid), names };
  };
  const [label] = (await readPublished(`${place}/label_fire_perimeter.tif`)).bands;
  return {
    before: await date('before_20160707'),
    after: await date('after_20160723'),
    label: label!,
  };
}
