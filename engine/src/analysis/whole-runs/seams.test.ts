import { expect, test } from 'vitest';
import { changeClass, detectChange } from '../../change/index.ts';
import {
  type Composite,
  type DatePicture,
  Mosaic,
  subareasOf,
  type WorkArea,
} from '../../composite/index.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import type { BandName, Scene } from '../../source/scene.ts';

// A made-up country of woods and fields, in four subareas. On both dates its west and its east are
// seen on different days.

const side = 240;
const pixelMeters = 320;
const workArea: WorkArea = {
  grid: { width: side, height: side, affine: [pixelMeters, 0, 0, 0, -pixelMeters, 0], epsg: 5070 },
  layout: rectangleLayout({ width: side, height: side }),
  mask: new Uint8Array(side * side).fill(1),
  pixelCount: side * side,
  pixelSizeMeters: pixelMeters,
  coarsenedFromMeters: 10,
};
const subareas = subareasOf(workArea, (side / 2) * pixelMeters);
const names: readonly BandName[] = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'];
const woods = [200, 350, 250, 2_300, 900, 420];
const fields = [450, 700, 600, 3_000, 2_000, 1_200];
const bare = [900, 1_200, 1_500, 2_200, 2_900, 2_400];
/** Reflectance × 10,000 that haze adds to each band. */
const haze = [160, 115, 83, 35, 16, 10];

/** The fractional part of sines: numbers without a pattern, the same every time. */
function hash(number: number, salt: number): number {
  const value = Math.sin(number * 12.9898 + salt * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/** Cut between the dates, over the seam. */
const cleared = (column: number, row: number) =>
  column >= 110 && column < 130 && row >= 60 && row < 75;

function valueAt(band: number, column: number, row: number, date: 'before' | 'after'): number {
  const pixel = row * side + column;
  const isWooded = hash(Math.floor(column / 9) + 1_000 * Math.floor(row / 7), 1) > 0.4;
  const isCleared = date === 'after' && cleared(column, row);
  const ground = (isCleared ? bare : isWooded ? woods : fields)[band];
  const isEast = column >= side / 2;
  // Haze lies over the east on the earlier date and over the west on the later one, with varying
  // thickness. Fields are greener in the east.
  const thickness = isEast === (date === 'before') ? 1 + 0.6 * Math.sin(row / 25) : 0;
  const growth = isEast && date === 'after' && !isWooded && band === 3 ? 350 : 0;
  const noise = (0.04 * ground + 20) * (hash(pixel, 10 + band + (date === 'after' ? 50 : 0)) - 0.5);
  return Math.round(ground + noise + growth + haze[band] * thickness);
}

function pictureOf({ window }: (typeof subareas)[number], date: 'before' | 'after'): Composite {
  const { width, height } = window;
  const day = `${date === 'before' ? 2019 : 2021}-07-0${window.column === 0 ? 1 : 6}`;
  const scene: Scene = {
    id: day,
    collection: 'scenes',
    datetime: `${day}T18:00:00Z`,
    platform: undefined,
    cloudCoverPercent: 0,
    footprint: { type: 'Polygon', coordinates: [] },
    epsg: 32614,
    bands: {},
    classification: undefined,
  };
  const pixelCount = width * height;
  const bands = names.map((_, band) =>
    Uint16Array.from({ length: pixelCount }, (_, pixel) =>
      valueAt(band, window.column + (pixel % width), window.row + Math.floor(pixel / width), date),
    ),
  );
  return {
    grid: workArea.grid,
    names,
    bands,
    valid: new Uint8Array(pixelCount).fill(1),
    water: new Uint8Array(pixelCount),
    sceneIndex: new Uint8Array(pixelCount),
    scenes: [{ scene, pixelCount, shareUsed: 1, cloudShare: 0, coveredPixels: pixelCount }],
    date: day,
    clearShare: 1,
  };
}

const gaps = { clouded: 0, snowy: 0, unshown: 0, snowOnBoth: 0 };
const mosaic = new Mosaic(workArea);
for (const subarea of subareas) {
  const [before, after] = [pictureOf(subarea, 'before'), pictureOf(subarea, 'after')];
  mosaic.add(subarea, { before, after, gaps: { before: gaps, after: gaps }, notes: [] });
}
const { pair, comparable } = mosaic.finish();

/**
 * How much larger the blue of the east is than that of the west along the seam, on average over all
 * rows.
 */
function stepOf({ bands }: DatePicture): number {
  let sum = 0;
  for (let row = 0; row < side; row++) {
    const east = row * side + side / 2;
    sum += bands[0][east] - bands[0][east - 1];
  }
  return sum / side;
}

test('a seam between days is no step in the pictures', () => {
  const { before, after } = comparable;
  expect(stepOf(before)).toBeGreaterThan(100);
  expect(Math.abs(stepOf(pair.before))).toBeLessThan(0.15 * stepOf(before));
  expect(Math.abs(stepOf(pair.after))).toBeLessThan(0.15 * stepOf(before));
  expect(after.bands[0]).not.toBe(pair.after.bands[0]);
});

test('nor is it change, and change that lies across it is found whole', () => {
  const stack = ({ bands, valid }: DatePicture) => ({
    width: side,
    height: side,
    bands,
    valid,
    names,
  });
  const { mask } = detectChange(stack(comparable.before), stack(comparable.after));
  let [found, wanted, falseAtSeam, atSeam, falseElsewhere] = [0, 0, 0, 0, 0];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const isChanged = mask[row * side + column] === changeClass.changed;
      const isAtSeam = Math.abs(column + 0.5 - side / 2) < 8;
      if (cleared(column, row)) {
        wanted++;
        if (isChanged) found++;
      } else if (isAtSeam) {
        atSeam++;
        if (isChanged) falseAtSeam++;
      } else if (isChanged) falseElsewhere++;
    }
  }
  expect(found / wanted).toBeGreaterThan(0.9);
  expect(falseAtSeam / atSeam).toBeLessThan(0.003);
  expect(falseElsewhere / (side * side)).toBeLessThan(0.003);
});
