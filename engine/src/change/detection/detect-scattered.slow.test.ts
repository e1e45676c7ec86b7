import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { describe, expect, test } from 'vitest';
import { keptOf, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import { type SimulatedDate, simulatedPair } from '../../../testing/simulated-pair.ts';
import type { Window } from '../../raster/grid.ts';
import { expandWindow, rectangleLayout, widened } from '../../raster/pixel-layout.ts';
import {
  type BandStack,
  type ChangeMethod,
  changeClass,
  defaultDetectOptions,
} from '../options.ts';
import { MissingBandsError } from '../pair/named-bands.ts';
import { detectScatteredInThreads } from '../threads/detect-in-threads.ts';
import { detectChange, dropDoubtfulPatches } from './detect.ts';
import { detectScattered } from './detect-scattered.ts';
import { detectionNotes } from './notes.ts';

// The expected results come from a comparison of the whole raster, and from what the simulation
// did.

const methods = ['automatic', 'irmad', 'lda', 'ndvi', 'nbr'] as const satisfies ChangeMethod[];
const side = 512;
const size = { width: side, height: side };
const layout = rectangleLayout(size);
/** Clear-cuts in the Oregon Coast Range, with snow laid over a part of the date after. */
const pair = simulatedPair({
  center: [-123.75, 44.552],
  sidePixels: side,
  startDate: '2018-08-20',
  endDate: '2020-10-01',
});
const snow = [6000, 6200, 6100, 5500, 800, 600];
for (const [index, band] of pair.after.bands.entries()) {
  for (let i = 0; i < band.length; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    if ((x - 256) ** 2 + (y - 400) ** 2 < 40 ** 2) band[i] = snow[index] + ((7 * x + 13 * y) % 90);
  }
}

function f1(mask: Uint8Array, truth: Uint8Array): number {
  let [right, wrong] = [0, 0];
  for (const [i, code] of mask.entries()) {
    if (code === changeClass.unobserved) continue;
    if (code === 1 && truth[i] === 1) right++;
    else if (code !== truth[i]) wrong++;
  }
  return (2 * right) / (2 * right + wrong);
}

function shareThatDiffers(one: Uint8Array, other: Uint8Array): number {
  return one.filter((code, i) => code !== other[i]).length / one.length;
}

function cut({ bands, valid, names }: SimulatedDate, window: Window): BandStack {
  const pixels = window.width * window.height;
  return {
    width: window.width,
    height: window.height,
    bands: bands.map((band) => expandWindow(layout, band, window, new Uint16Array(pixels))),
    valid: expandWindow(layout, valid, window, new Uint8Array(pixels)),
    names,
  };
}

describe.each(methods)('what the method %s has learned', { timeout: 60_000 }, (method) => {
  const whole = detectChange(pair.before, pair.after, { method });

  test('gives the same again, to the last bit', () => {
    const learned = structuredClone(whole.learned);
    expect(detectChange(pair.before, pair.after, { method }, { learned })).toEqual(whole);
  });

  test('compares windows as the whole is compared', () => {
    const { learned, threshold } = whole;
    const mask = new Uint8Array(layout.pixelCount);
    const score = new Float32Array(layout.pixelCount);
    let [besideSnow, besideMasked] = [0, 0];
    const step = 160;
    for (let row = 0; row < side; row += step) {
      for (let column = 0; column < side; column += step) {
        const [width, height] = [Math.min(step, side - column), Math.min(step, side - row)];
        const window = widened({ column, row, width, height }, 64, size);
        const core = { column: column - window.column, row: row - window.row, width, height };
        const dates = [cut(pair.before, window), cut(pair.after, window)] as const;
        const found = detectChange(...dates, { method }, { learned, core });
        besideSnow += found.blanked.besideSnow;
        besideMasked += found.blanked.besideMasked;
        for (let y = 0; y < height; y++) {
          const first = (core.row + y) * window.width + core.column;
          const place = (row + y) * side + column;
          mask.set(found.mask.subarray(first, first + width), place);
          score.set(found.score.subarray(first, first + width), place);
        }
      }
    }
    const settings = { ...defaultDetectOptions, method };
    dropDoubtfulPatches({ mask, score, threshold }, layout, settings);
    // In its second round the field of local bias looks further than 64 pixels of context.
    expect(shareThatDiffers(mask, whole.mask)).toBeLessThanOrEqual(1e-4);
    expect(f1(mask, pair.truth)).toBeGreaterThanOrEqual(f1(whole.mask, pair.truth) - 0.005);
    expect({ besideSnow, besideMasked }).toEqual(whole.blanked);
    expect(detectionNotes(learned, { besideSnow, besideMasked })).toEqual(whole.notes);
  });
});

const areas = {
  blobs: (x: number, y: number) => ((x % 170) - 80) ** 2 + ((y % 150) - 70) ** 2 < 55 ** 2,
  river: (x: number, y: number) => Math.abs(y - 150 - 90 * Math.sin(x / 60)) < 16,
};

function scattered(area: keyof typeof areas) {
  const isKept = Uint8Array.from({ length: side * side }, (_, i) =>
    areas[area](i % side, Math.floor(i / side)) ? 1 : 0,
  );
  const kept = ({ bands, valid, names }: SimulatedDate) => ({
    bands: bands.map((band) => band.filter((_, i) => isKept[i] === 1)),
    valid: keptOf(valid, isKept),
    names,
  });
  const masked = (date: SimulatedDate) => ({
    ...date,
    valid: date.valid.map((value, i) => value & isKept[i]),
  });
  return {
    isKept,
    truth: keptOf(pair.truth, isKept),
    dense: [masked(pair.before), masked(pair.after)] as const,
    pair: {
      layout: layoutOfKept(isKept, side),
      before: kept(pair.before),
      after: kept(pair.after),
    },
  };
}

describe.each(['blobs', 'river'] as const)('an area of %s', { timeout: 60_000 }, (name) => {
  const area = scattered(name);

  test.each(methods)('is compared as its rectangle is by %s', (method) => {
    const whole = detectChange(...area.dense, { method }, { inside: area.isKept });
    const { mask, kinds, notes } = detectScattered(area.pair, { method });
    const wanted = keptOf(whole.mask, area.isKept);
    expect(wanted.filter((code) => code === 1).length).toBeGreaterThan(method === 'lda' ? 0 : 100);
    // Blocks and windows end the field of local bias where the rectangle's goes on.
    expect(shareThatDiffers(mask, wanted)).toBeLessThanOrEqual(5e-4);
    expect(f1(mask, area.truth)).toBeGreaterThanOrEqual(f1(wanted, area.truth) - 0.005);
    expect(mask.every((code, i) => (code === changeClass.changed) === (kinds[i] !== 0))).toBe(true);
    // At the seams, the numbers of pixels may differ by one or two.
    const codesOf = (facts: typeof notes) => facts.map(({ code }) => code);
    expect(codesOf(notes)).toEqual(codesOf(whole.notes));
  });

  test('has no rim that counts as hidden by a cloud', () => {
    const outsideMasked = detectChange(...area.dense);
    const { mask } = detectScattered(area.pair);
    const unobserved = (codes: Uint8Array) =>
      codes.filter((code) => code === changeClass.unobserved).length;
    const rim = unobserved(keptOf(outsideMasked.mask, area.isKept)) - unobserved(mask);
    expect(rim).toBeGreaterThan(100);
    const plain = f1(keptOf(outsideMasked.mask, area.isKept), area.truth);
    expect(f1(mask, area.truth)).toBeGreaterThanOrEqual(plain);
  });
});

describe('an area in threads', () => {
  const { pair: area } = scattered('river');
  const options = { method: defaultDetectOptions.method };

  test('is compared as in one', { timeout: 60_000 }, async () => {
    expect(await detectScatteredInThreads(area, options)).toEqual(detectScattered(area, options));
  });

  test('without bands that the method needs says so', { timeout: 60_000 }, async () => {
    const nameless = { ...area, before: { ...area.before, names: undefined } };
    const missing = await detectScatteredInThreads(nameless, { method: 'nbr' }).catch((e) => e);
    expect(missing).toBeInstanceOf(MissingBandsError);
    expect(missing.message).toBe(
      'The method "nbr" needs the bands nir, swir2, but no band is named.',
    );
  });

  test('is left at once when it is cancelled', async () => {
    const given = new AbortController();
    const reason = new Error('enough');
    const detection = detectScatteredInThreads(area, options, given.signal);
    given.abort(reason);
    await expect(detection).rejects.toBe(reason);
    await expect(detectScatteredInThreads(area, options, given.signal)).rejects.toBe(reason);
  });
});

describe('few pixels', () => {
  const window = { column: 40, row: 40, width: 8, height: 8 };
  const dates = [cut(pair.before, window), cut(pair.after, window)] as const;

  test('are compared where statistics are there, else not', () => {
    const { learned } = detectChange(pair.before, pair.after);
    const { mask } = detectChange(...dates, {}, { learned });
    expect(mask.includes(changeClass.unchanged)).toBe(true);
    expect(detectChange(...dates).mask.every((code) => code === changeClass.unobserved)).toBe(true);
  });

  test('teach nothing, and whoever asks them is told', () => {
    const { learned, notes } = detectChange(...dates);
    const told = detectChange(pair.before, pair.after, {}, { learned });
    expect(told.mask.every((code) => code === changeClass.unobserved)).toBe(true);
    expect(runSentence(notes[0])).toContain('too few to compare them');
    expect(told.notes).toEqual(notes);
  });

  test('of a scattered area leave all of it unobserved', () => {
    const isKept = new Uint8Array(side * side);
    isKept.fill(1, 1000, 1050).fill(1, 200_000, 200_040);
    const kept = ({ bands, names }: SimulatedDate) => ({
      bands: bands.map((band) => band.filter((_, i) => isKept[i] === 1)),
      valid: new Uint8Array(90).fill(1),
      names,
    });
    const [before, after] = [kept(pair.before), kept(pair.after)];
    const few = { layout: layoutOfKept(isKept, side), before, after };
    const { mask, notes } = detectScattered(few);
    expect(mask.every((code) => code === changeClass.unobserved)).toBe(true);
    expect(notes.map(runSentence)).toEqual([
      'Only 90 pixels are clear on both dates: too few to compare them, so all are given as unobserved.',
    ]);
    const hidden = { ...few, after: { ...after, valid: new Uint8Array(90) } };
    expect(detectScattered(hidden).notes.map(runSentence)).toEqual([
      'No pixel is clear on both dates.',
    ]);
  });
});

test('what one method has learned is nothing to another', () => {
  const { learned } = detectChange(pair.before, pair.after, { method: 'nbr' });
  expect(() => detectChange(pair.before, pair.after, { method: 'ndvi' }, { learned })).toThrow(
    'the method "ndvi" can\'t use what "nbr" has learned',
  );
});
