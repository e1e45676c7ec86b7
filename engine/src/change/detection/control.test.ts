import { expect, test } from 'vitest';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import type { BandName } from '../../source/scene.ts';
import { type BandStack, changeClass, changeKindCode } from '../options.ts';
import { mulberry32 } from '../pair/sample.ts';
import { compareControl, controlFinding, takeBackRecurring } from './control.ts';

const width = 48;
const height = 40;
const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const satisfies BandName[];
const meadow = [350, 600, 500, 2600, 1900, 1100];
const soil = [900, 1200, 1500, 2300, 3000, 2600];
const isTilled = (i: number) => i % width >= 10 && i % width < 20;
const isBuilt = (i: number) => i % width >= 30 && i % width < 40 && i >= 10 * width;

function picture(seed: number, cover: (i: number) => readonly number[]): BandStack {
  const random = mulberry32(seed);
  const bands = names.map((_, band) =>
    Float32Array.from(
      { length: width * height },
      (_, i) => cover(i)[band] * (1 + 0.1 * (random() + random() - 1)),
    ),
  );
  return { width, height, bands, valid: new Uint8Array(width * height).fill(1), names };
}

test('ground that looked the same in an earlier year is alike; what is new is not', () => {
  const earlier = picture(1, (i) => (isTilled(i) ? soil : meadow));
  const after = picture(2, (i) => (isTilled(i) || isBuilt(i) ? soil : meadow));
  earlier.valid[5 * width + 15] = 0;
  const { findings, scores } = compareControl(earlier, after);
  expect(findings[20 * width + 15]).toBe(controlFinding.alike);
  expect(findings[20 * width + 35]).toBe(controlFinding.none);
  expect(findings[5 * width + 15]).toBe(controlFinding.none);
  expect(scores[20 * width + 15]).toBeLessThan(1.5);
  expect(scores[20 * width + 35]).toBe(6);
  expect(scores[5 * width + 15]).toBeNaN();
});

test('change is taken back where the control has none, losses only where it looks alike', () => {
  // Eight pixels of the mask on four of the control.
  const { changed, unchanged, unobserved } = changeClass;
  const { none, unchanged: same, alike } = controlFinding;
  const { vegetation_loss: loss, vegetation_gain: gain, burn } = changeKindCode;
  const mask = Uint8Array.from([
    changed,
    changed,
    changed,
    changed,
    changed,
    changed,
    changed,
    255,
  ]);
  const kinds = Uint8Array.from([loss, gain, loss, gain, loss, burn, burn, 0]);
  const findings = Uint8Array.from([none, same, alike, same]);
  const taken = takeBackRecurring(
    { mask, kinds },
    rectangleLayout({ width: 8, height: 1 }),
    findings,
    2,
  );
  expect([...taken]).toEqual([0, 0, 0, 1, 1, 1, 0, 0]);
  expect([...mask]).toEqual([
    ...[changed, changed, changed, unchanged, unchanged, unchanged, changed, unobserved],
  ]);
  expect([...kinds]).toEqual([loss, gain, loss, 0, 0, 0, burn, 0]);
});
