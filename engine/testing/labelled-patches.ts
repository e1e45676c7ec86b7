import { type BandStack, detectChange } from '../src/change/index.ts';
import type { PicturePair } from '../src/composite/index.ts';
import type { Samples } from '../src/raster/samples.ts';
import { type JudgedPatch, judgePatches } from './judged-patches.ts';
import { coldSprings, type PublishedPicture, readPublished, stackOf } from './published-pairs.ts';

/** A labelled pair, as `detectChange` takes it. */
export interface LabelledPair {
  readonly name: string;
  readonly before: BandStack;
  readonly after: BandStack;
  /** Of each pixel: 1 changed, 0 unchanged, anything else not labelled. */
  readonly label: ArrayLike<number>;
  /** YYYY-MM-DD. */
  readonly dates: readonly [before: string, after: string];
}

const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
/** Gains of ETM+ to reflectance × 10,000 under the pair's sun, and the reflectance of its darkest ground. */
const gains = [16.4, 18, 16.6, 25.4, 23.2, 22.1];
const darkest = 300;

/**
 * The published pairs with labels. Each half of Taizhou is given in 8 bits, in three bands of these, and scaled
 * like reflectance with named bands.
 */
export async function labelledPairs(): Promise<LabelledPair[]> {
  const place = 'landsat_taizhou_30m';
  const [before, after, label] = [
    await readPublished(`${place}/before.tif`),
    await readPublished(`${place}/after.tif`),
    await readPublished(`${place}/label.tif`),
  ];
  const dates = ['2000-03-17', '2003-02-06'] as const;
  const half = before.width / 2;
  const halves = [0, half].flatMap((column) => {
    const cut = (picture: PublishedPicture) => columnsOf(picture, column, half);
    const side = column === 0 ? 'west' : 'east';
    // The label has 1 for changed and 2 for unchanged ground.
    const labels = Array.from(cut(label).bands[0]!, (code) => (code === 0 ? -1 : 2 - code));
    const variants: [string, (picture: PublishedPicture) => BandStack][] = [
      ['8 bits', (picture) => stackOf(cut(picture))],
      ['3 bands', (picture) => stackOf({ ...cut(picture), bands: cut(picture).bands.slice(0, 3) })],
      // The darkest ground is that of the whole picture.
      ['reflectance', (picture) => ({ ...stackOf(cut(asReflectance(picture))), names })],
    ];
    return variants.map(([variant, stack]) => ({
      name: `Taizhou, ${side}, ${variant}`,
      before: stack(before),
      after: stack(after),
      label: labels,
      dates,
    }));
  });
  const fire = await coldSprings();
  return [...halves, { name: 'Cold Springs', ...fire, dates: ['2016-07-07', '2016-07-23'] }];
}

function columnsOf(
  { width, height, bands }: PublishedPicture,
  column: number,
  columns: number,
): PublishedPicture {
  const cut = (band: Samples) =>
    band.filter((_: number, i: number) => i % width >= column && i % width < column + columns);
  return { width: columns, height, bands: bands.map((band) => cut(band) as Samples) };
}

function asReflectance({ width, height, bands }: PublishedPicture): PublishedPicture {
  const scaled = bands.map((band, index) => {
    const dark = Float32Array.from(band).sort()[Math.floor(0.001 * band.length)]!;
    return Uint16Array.from(band, (value) => darkest + gains[index]! * Math.max(0, value - dark));
  });
  return { width, height, bands: scaled };
}

/** The labelled patches that a pair's two pictures alone give. */
export function judgeLabelled({ before, after, label, dates }: LabelledPair): JudgedPatch[] {
  const { width, height } = before;
  const grid = { width, height, affine: [30, 0, 500_000, 0, -30, 4_000_000], epsg: 32651 } as const;
  const pictureOf = ({ bands, names = [] }: BandStack, date: string) => ({ bands, names, date });
  const comparable = { before: pictureOf(before, dates[0]), after: pictureOf(after, dates[1]) };
  const detection = { ...detectChange(before, after), earlier: undefined };
  return judgePatches(detection, comparable as unknown as PicturePair, grid, label);
}
