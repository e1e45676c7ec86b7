import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptOf, layoutOfKept } from '../../../testing/pixel-layouts.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { changeClass } from '../options.ts';
import { dropWeakPatches, labelPatches } from './patches.ts';
import { summariseMask } from './summary.ts';

/** A mask from rows of '.', '#' (changed) and '?' (unobserved). */
function mask(...rows: string[]): Uint8Array {
  const codes = {
    '.': changeClass.unchanged,
    '#': changeClass.changed,
    '?': changeClass.unobserved,
  };
  return Uint8Array.from(rows.join(''), (_, i) => codes[rows.join('')[i] as keyof typeof codes]);
}

const layoutOf = (width: number, height: number) => rectangleLayout({ width, height });

test('corners connect, gaps and unobserved pixels part', () => {
  const { count, sizes, labels } = labelPatches(
    mask('#.?#', '.#?#', '....', '##..'),
    layoutOf(4, 4),
  );
  expect(count).toBe(3);
  expect(Array.from(sizes)).toEqual([0, 2, 2, 2]);
  expect(Array.from(labels.subarray(0, 4))).toEqual([1, 0, 0, 2]);
});

test('a patch that fills the picture is one patch', () => {
  expect(labelPatches(new Uint8Array(300 * 200).fill(1), layoutOf(300, 200)).sizes[1]).toBe(60_000);
});

test('patches below the size or without strong pixels go, unobserved pixels stay', () => {
  const pixels = mask('##..?', '#...#', '....#', '.##..');
  const score = Float32Array.from(pixels, (_, i) => (i < 6 ? 9 : 1));
  dropWeakPatches(pixels, layoutOf(5, 4), {
    smallest: 3,
    strong: { score, above: 5, pixels: 2 },
  });
  expect(pixels).toEqual(mask('##..?', '#....', '.....', '.....'));
});

test('a summary counts what was observed', () => {
  expect(summariseMask(mask('##..?', '#...?', '....#', '.....'), 5, 4)).toEqual({
    observedPixels: 18,
    changedPixels: 4,
    changedShare: 4 / 18,
    patchCount: 2,
    largestPatchPixels: 3,
  });
  expect(summariseMask(mask('??'), 2, 1).changedShare).toBe(0);
});

/** Labels by the definition: from each pixel in reading order, all that is reached over neighbours. */
function floodLabels(pixels: Uint8Array, width: number): Int32Array {
  const labels = new Int32Array(pixels.length);
  let count = 0;
  for (const [seed, value] of pixels.entries()) {
    if (value !== 1 || labels[seed] !== 0) continue;
    count++;
    labels[seed] = count;
    const open = [seed];
    for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
      for (const [across, down] of neighbours) {
        const column = (pixel % width) + across;
        const neighbour = pixel + down * width + across;
        if (column < 0 || column >= width || pixels[neighbour] !== 1) continue;
        if (labels[neighbour] !== 0) continue;
        labels[neighbour] = count;
        open.push(neighbour);
      }
    }
  }
  return labels;
}

const neighbours = [-1, 0, 1].flatMap((down) =>
  [-1, 0, 1].map((across) => [across, down] as const),
);

const share = fc.constantFrom(0.1, 0.35, 0.5, 0.7, 0.95);
/** A raster's width, the mask of its changed pixels, and of those that are kept. */
const scattered = fc
  .record({ width: fc.integer({ min: 1, max: 14 }), changed: share, kept: share })
  .chain(({ width, changed, kept }) => {
    const size = { minLength: 12 * width, maxLength: 12 * width };
    const bits = (part: number) =>
      fc
        .array(fc.double({ min: 0, max: 1, noNaN: true }), size)
        .map((values) => Uint8Array.from(values, (value) => (value < part ? 1 : 0)));
    return fc.record({ width: fc.constant(width), changed: bits(changed), kept: bits(kept) });
  });

test('labels are those of a flood, in a rectangle and in pixels scattered in it', () => {
  fc.assert(
    fc.property(scattered, ({ width, changed, kept }) => {
      const whole = labelPatches(changed, layoutOf(width, 12));
      expect(whole.labels).toEqual(floodLabels(changed, width));
      const inside = changed.map((value, index) => value * kept[index]);
      const part = labelPatches(keptOf(changed, kept), layoutOfKept(kept, width));
      expect(part.labels).toEqual(keptOf(floodLabels(inside, width), kept));
      expect(part.count).toBe(part.sizes.length - 1);
      for (let label = 0; label <= part.count; label++) {
        const pixels = part.labels.filter((other) => other === label).length;
        expect(part.sizes[label]).toBe(label === 0 ? 0 : pixels);
      }
    }),
    { numRuns: 400 },
  );
});

test('weak patches go alike in a rectangle and in pixels scattered in it', () => {
  fc.assert(
    fc.property(scattered, ({ width, changed, kept }) => {
      const score = Float32Array.from(changed, (_, index) => (index * 7) % 10);
      const strong = { score, above: 4, pixels: 2 };
      const inside = changed.map((value, index) => value * kept[index]);
      dropWeakPatches(inside, layoutOf(width, 12), { smallest: 4, strong });
      const mask = keptOf(changed, kept);
      dropWeakPatches(mask, layoutOfKept(kept, width), {
        smallest: 4,
        strong: { ...strong, score: keptOf(score, kept) },
      });
      expect(mask).toEqual(keptOf(inside, kept));
    }),
    { numRuns: 200 },
  );
});

test('a patch through many spans is one, and what lies between its rows is not kept', () => {
  // A comb: a column of 500 pixels, from which every other row goes to the right.
  const width = 40;
  const kept = Uint8Array.from({ length: 500 * width }, (_, index) =>
    index % width === 3 || (index % width > 3 && Math.floor(index / width) % 2 === 0) ? 1 : 0,
  );
  const layout = layoutOfKept(kept, width);
  const { count, sizes } = labelPatches(new Uint8Array(layout.pixelCount).fill(1), layout);
  expect([count, sizes[1]]).toEqual([1, 500 + 250 * 36]);
});

test('a mask of another size is refused', () => {
  expect(() => labelPatches(new Uint8Array(5), layoutOf(2, 2))).toThrow(
    '5 samples for 4 kept pixels.',
  );
});
