import { expect, test } from 'vitest';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { levelSeams } from './level-seams.ts';

const [width, height] = [160, 120];
const pixelCount = width * height;

/** The fractional part of sines: numbers without a pattern, the same every time. */
function hash(pixel: number, salt: number): number {
  const value = Math.sin(pixel * 12.9898 + salt * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

/** Woods and fields in patches of a few pixels, with a deviation of each single pixel. */
const ground = Float64Array.from({ length: pixelCount }, (_, pixel) => {
  const [column, row] = [pixel % width, Math.floor(pixel / width)];
  const patch = hash(Math.floor(column / 5) + 1_000 * Math.floor(row / 4), 1);
  return 300 + (patch > 0.5 ? 200 : 0) + 40 * hash(pixel, 2);
});
/** The left half is segment 1, the right half segment 2. */
const segments = Uint16Array.from(ground, (_, pixel) => (pixel % width < width / 2 ? 1 : 2));
const layout = rectangleLayout({ width, height });
const everySeam = { segments, layout, isSeam: () => true };

function hazy(haze: (column: number, row: number) => number): Uint16Array {
  return Uint16Array.from(
    ground,
    (value, pixel) => value + haze(pixel % width, Math.floor(pixel / width)),
  );
}

/**
 * How much brighter the right side of the seam is than the left, in `count` rows from `first` on.
 */
function stepOf(band: Uint16Array, first = 0, count = height): number {
  let sum = 0;
  for (let row = first; row < first + count; row++) {
    const right = row * width + width / 2;
    sum += band[right] - ground[right] - (band[right - 1] - ground[right - 1]);
  }
  return sum / count;
}

test('haze of one day ends no more at the seam, also where it is thicker here than there', () => {
  const band = hazy((column, row) =>
    column < width / 2 ? 0 : 150 + 100 * Math.sin((2 * Math.PI * row) / height),
  );
  expect(stepOf(band)).toBeCloseTo(150, -1);
  expect(stepOf(band, 15, 30)).toBeGreaterThan(230);
  levelSeams([band], everySeam);
  expect(Math.abs(stepOf(band))).toBeLessThan(15);
  // If the ground's own steps are averaged over a few rows only, a part of them is taken for haze.
  for (let row = 0; row + 30 <= height; row += 30) {
    expect(Math.abs(stepOf(band, row, 30))).toBeLessThan(45);
  }
});

test('what lies far from seams stays, and differences within a segment', () => {
  const wide = Uint16Array.from({ length: 2_000 * 16 }, (_, pixel) =>
    pixel % 2_000 < 1_000 ? 500 : 700,
  );
  const band = wide.slice();
  // A clearing of 20 pixels beside the seam.
  const clearing = 8 * 2_000 + 980;
  band.fill(1_500, clearing, clearing + 18);
  const seams = {
    segments: Uint16Array.from(wide, (_, pixel) => (pixel % 2_000 < 1_000 ? 1 : 2)),
    layout: rectangleLayout({ width: 2_000, height: 16 }),
    isSeam: () => true,
  };
  levelSeams([band], seams);
  const middle = 8 * 2_000;
  expect([band[middle], band[middle + 1_999]]).toEqual([500, 700]);
  expect(Math.abs(band[middle + 1_000] - band[middle + 999])).toBeLessThan(20);
  expect(band[clearing + 9] - band[clearing - 1]).toBeGreaterThan(980);
});

test('the rim of a cloud is no seam: the steps there stay, and go along with what is around', () => {
  const hole = (column: number, row: number) =>
    column >= 20 && column < 40 && row >= 40 && row < 60;
  const withHole = Uint16Array.from(segments, (segment, pixel) =>
    hole(pixel % width, Math.floor(pixel / width)) ? 3 : segment,
  );
  const band = hazy((column, row) => (column >= width / 2 ? 120 : hole(column, row) ? 60 : 0));
  const isSeam = (pixel: number, other: number) => withHole[pixel] !== 3 && withHole[other] !== 3;
  const before = band.slice();
  levelSeams([band], { segments: withHole, layout, isSeam });
  const [inside, outside] = [50 * width + 39, 50 * width + 40];
  const own = (values: Uint16Array) => values[inside] - values[outside];
  expect(Math.abs(own(band) - own(before))).toBeLessThan(10);
  expect(Math.abs(stepOf(band))).toBeLessThan(10);
});

test('a picture of one segment, and one without any, stay as they are', () => {
  const band = hazy(() => 0);
  for (const segment of [1, 0]) {
    const levelled = band.slice();
    levelSeams([levelled], { ...everySeam, segments: new Uint16Array(pixelCount).fill(segment) });
    expect(levelled).toEqual(band);
  }
});

test('nodata stays nodata, and no value becomes it', () => {
  const band = hazy((column) => (column < width / 2 ? -330 : 300));
  const partly = segments.map((segment, pixel) => (pixel < 10 * width ? 0 : segment));
  band.fill(0, 0, 10 * width);
  levelSeams([band], { segments: partly, layout, isSeam: () => true });
  expect(band.subarray(0, 10 * width).every((value) => value === 0)).toBe(true);
  expect(band.subarray(10 * width).every((value) => value > 0)).toBe(true);
});

test('pixels that are kept alone are levelled as they are among the others', () => {
  // Two stretches of each row; the seam lies in the second.
  const kept = [
    [10, 60],
    [70, 150],
  ] as const;
  const rowPixels = 130;
  const spans = {
    firstOfRow: Uint32Array.from({ length: height + 1 }, (_, row) => 2 * row),
    starts: Uint32Array.from({ length: 2 * height }, (_, span) => kept[span % 2][0]),
    ends: Uint32Array.from({ length: 2 * height }, (_, span) => kept[span % 2][1]),
    offsets: Uint32Array.from(
      { length: 2 * height },
      (_, span) => Math.floor(span / 2) * rowPixels + (span % 2 === 0 ? 0 : 50),
    ),
  };
  const alone = { width, height, pixelCount: height * rowPixels, spans };
  const isKept = (column: number) => kept.some(([start, end]) => column >= start && column < end);
  const band = hazy((column) => (column < width / 2 ? 0 : 120));
  const segmentsKept = segments.map((segment, pixel) => (isKept(pixel % width) ? segment : 0));
  const pick = (band: Uint16Array) => band.filter((_, pixel) => isKept(pixel % width));
  const bandAlone = pick(band);
  levelSeams([bandAlone], { segments: pick(segments), layout: alone, isSeam: () => true });
  const before = band.slice();
  levelSeams([band], { segments: segmentsKept, layout, isSeam: () => true });
  expect(bandAlone).toEqual(pick(band));
  expect(band).not.toEqual(before);
});
