import { expect, test } from 'vitest';
import { keptOf, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import type { DatePicture } from '../../composite/index.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { gatherEvidence, type MeasuredPair } from './evidence.ts';

// The expected numbers are counted by hand on the raster below.

const width = 20;
const height = 12;
const size = width * height;
const at = (column: number, row: number) => row * width + column;
/** A patch of 3 × 3 pixels; all within 2 pixels are 7 × 7, and all within 4 are 11 × 11. */
const patch = [4, 5, 6].flatMap((row) => [7, 8, 9].map((column) => at(column, row)));
/** The last column within 4 pixels of the patch, and what lies beyond, is outside of the area. */
const inside = Uint8Array.from({ length: size }, (_, i) => (i % width < 13 ? 1 : 0));
const threshold = 4;

const mask = new Uint8Array(size);
const score = new Float32Array(size).fill(3);
for (const [i, pixel] of patch.entries()) {
  mask[pixel] = 1;
  // Margins of 1 to 9.
  score[pixel] = threshold + 9 - i;
}
for (let i = 0; i < size; i++) if (inside[i] === 0) mask[i] = 255;
// Another patch and two hidden pixels, 3 or 4 pixels away.
mask[at(4, 3)] = 1;
score[at(4, 3)] = 30;
for (const row of [8, 9]) mask[at(10, row)] = 255;

/** NDVI is 0.5 before and 0.2 after. */
function picture(date: string, red: number): DatePicture {
  const bands = [new Uint16Array(size).fill(red), new Uint16Array(size).fill(3_000)];
  return { date, names: ['red', 'nir'], bands } as unknown as DatePicture;
}
const comparable = { before: picture('2019-06-01', 1_000), after: picture('2020-06-21', 2_000) };

/** Coarse pixels of 4 × 4: the patch's first column lies in the one that scores 2, the others in that of 5. */
const scores = new Float32Array(5 * 3).fill(-1);
scores[5 + 1] = 2;
scores[5 + 2] = 5;
const earlier = { findings: new Uint8Array(15), scores, factor: 4, date: '2018-06-20' };

const detection = { mask, score, threshold, earlier };
const whole: MeasuredPair = {
  detection,
  comparable,
  workArea: { layout: rectangleLayout({ width, height }), mask: inside },
};

function measured(pixels: readonly number[]) {
  const indices = { ndvi: { before: 0.5, after: 0.2 }, nbr: { before: -0.1, after: 0.3 } };
  return [{ id: 1, kind: 'other', hectares: 1, pixels: Int32Array.from(pixels), indices } as const];
}

const expected = {
  pixels: 9,
  medianMargin: 5,
  upperMargin: 9,
  indexChange: expect.closeTo(0.4, 9),
  groundMargin: -1,
  groundNdviChange: expect.closeTo(-0.3, 9),
  // Of 11 × 11 pixels, 11 are outside and 9 in the patch.
  hiddenShare: expect.closeTo(2 / (121 - 11 - 9), 9),
  seasonDays: 21,
  earlierScore: (3 * 2 + 6 * 5) / 9,
};

test('the evidence of a patch is taken from its pixels and from the ground around it', () => {
  expect(gatherEvidence(measured(patch), whole)).toEqual([expected]);
});

test('a patch in an area that is kept as spans has the same evidence', () => {
  const indexOf = (pixel: number) =>
    inside.subarray(0, pixel).filter((value) => value === 1).length;
  const kept = ({ bands, ...date }: DatePicture): DatePicture => ({
    ...date,
    bands: bands.map((band) => band.filter((_, i) => inside[i] === 1)),
  });
  const spans: MeasuredPair = {
    detection: { ...detection, mask: keptOf(mask, inside), score: keptOf(score, inside) },
    comparable: { before: kept(comparable.before), after: kept(comparable.after) },
    workArea: { layout: layoutOfKept(inside, width), mask: keptOf(inside, inside) },
  };
  const [evidence] = gatherEvidence(measured(patch.map(indexOf)), spans);
  expect(evidence).toEqual(expected);
});

test('what is not known is left out', () => {
  const unseen = scores.map((value) => (value === 5 ? Number.NaN : value));
  const nameless = (date: DatePicture): DatePicture => ({ ...date, names: [] });
  const [evidence] = gatherEvidence([{ ...measured(patch)[0]!, indices: {} }], {
    ...whole,
    // Earlier years show only 3 of 9 pixels.
    detection: { ...detection, earlier: { ...earlier, scores: unseen } },
    comparable: { before: nameless(comparable.before), after: nameless(comparable.after) },
  });
  expect(evidence).toMatchObject({
    indexChange: undefined,
    groundNdviChange: undefined,
    earlierScore: undefined,
  });
});
