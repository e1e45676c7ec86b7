import { exampleRows } from '@refugia/simulation/events/examples-data.ts';
import { expect, test } from 'vitest';
import { simulatedPair } from '../../../testing/simulated-pair.ts';
import { type BandStack, type ChangeKind, changeClass, changeKindCode } from '../options.ts';
import { kindsOfChange } from './kinds.ts';

/** blue, green, red, nir, swir1, swir2: reflectances × 10,000. */
const forest = [250, 450, 300, 3000, 1400, 600];
const felled = [600, 900, 1200, 2000, 2800, 2100];
const charred = [350, 420, 450, 1000, 1500, 1700];
const lake = [500, 450, 300, 120, 60, 40];
const sand = [1400, 1900, 2400, 3000, 3700, 3300];
/** Light ash over the remains of a wood. It could also be cleared, dry ground. */
const ash = [600, 700, 750, 1000, 1500, 1700];
/** Leaves that a fire only scorched. They have neither the look of char nor that of bare ground. */
const scorched = [350, 400, 650, 1700, 2100, 1550];
/**
 * The forest under the shadow of a cloud that no mask marks, with a tenth of its light, as in the
 * Cold Springs pair.
 */
const shaded = [75, 70, 50, 300, 140, 60];
const panels = [600, 700, 750, 1100, 1400, 1200];

function stack(pixels: readonly number[][], names?: BandStack['names']): BandStack {
  return {
    width: pixels.length,
    height: 1,
    bands: [0, 1, 2, 3, 4, 5].map((band) => Float32Array.from(pixels, (pixel) => pixel[band])),
    valid: new Uint8Array(pixels.length).fill(1),
    names,
  };
}

test.each<[ChangeKind, number[], number[]]>([
  ['vegetation_loss', forest, felled],
  ['vegetation_gain', felled, forest],
  ['burn', forest, charred],
  ['burn', shaded, charred],
  ['burned_or_cleared', forest, ash],
  ['vegetation_loss', forest, scorched],
  ['water', felled, lake],
  ['water', lake, sand],
  ['built_up', sand, panels],
])('%s', (kind, before, after) => {
  const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
  const mask = Uint8Array.of(changeClass.changed, changeClass.unchanged, changeClass.unobserved);
  const pair = [before, after].map((pixel) => stack([pixel, pixel, pixel], names));
  expect(Array.from(kindsOfChange(mask, pair[0], pair[1]))).toEqual([changeKindCode[kind], 0, 0]);
});

// The simulation knows what happened. Its fires and building sites are a year old on the later
// date.
test.each<[string, ChangeKind]>([
  ['Clear-cuts', 'vegetation_loss'],
  ['Solar farm', 'built_up'],
  ['Wildfire', 'burn'],
])('%s of the demonstration: four fifths of what changed are %s', (name, kind) => {
  const example = exampleRows.find((row) => row.name.startsWith(name));
  if (!example) throw new Error(`The demonstration has no ${name}.`);
  const { center, startDate, endDate } = example;
  const place = { center, startDate, endDate, sidePixels: 400 };
  const { before, after, truth } = simulatedPair(place);
  const mask = truth.map((value, i) => value & before.valid[i] & after.valid[i]);
  const kinds = kindsOfChange(mask, before, after);
  const named = kinds.filter((code) => code === changeKindCode[kind]).length;
  const all = mask.reduce((count, value) => count + value, 0);
  expect(named / all).toBeGreaterThanOrEqual(0.8);
});

// Blue is taken away, so that red light counts. Char's red stays below 0.1 (BAI: Chuvieco, Martín & Palacios 2002).
test.each<[ChangeKind, number[]]>([
  ['burn', charred],
  ['burned_or_cleared', [0, 1000, 1050, 1400, 1500, 1700]],
])('without blue light: %s', (kind, after) => {
  const names = [undefined, 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
  const pair = [forest, after].map((pixel) => stack([pixel], names));
  const kinds = kindsOfChange(Uint8Array.of(changeClass.changed), pair[0], pair[1]);
  expect(Array.from(kinds)).toEqual([changeKindCode[kind]]);
});

test('without names, every change is of the kind "other"', () => {
  const kinds = kindsOfChange(Uint8Array.of(changeClass.changed), stack([forest]), stack([felled]));
  expect(Array.from(kinds)).toEqual([changeKindCode.other]);
});
