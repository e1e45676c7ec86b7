import { expect, test } from 'vitest';
import { detectChange } from '../detection/detect.ts';
import { type BandStack, defaultDetectOptions } from '../options.ts';
import { MissingBandsError } from '../pair/named-bands.ts';
import { mulberry32 } from '../pair/sample.ts';
import { detectChangeInThreads } from './detect-in-threads.ts';

/** From a million pixels on there are threads. */
const side = 1000;
const meadow = { blue: 350, green: 600, red: 500, nir: 2600, swir1: 1900, swir2: 1100 };
const soil = { blue: 900, green: 1200, red: 1500, nir: 2300, swir1: 3000, swir2: 2600 };
const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;

function date(seed: number, isTilled: (i: number) => boolean): BandStack {
  const random = mulberry32(seed);
  const bands = names.map((name) => {
    const band = new Uint16Array(new SharedArrayBuffer(side * side * 2));
    for (let i = 0; i < band.length; i++) {
      band[i] = (isTilled(i) ? soil : meadow)[name] * (0.9 + 0.2 * random());
    }
    return band;
  });
  return { width: side, height: side, bands, valid: new Uint8Array(side * side).fill(1), names };
}

const before = date(1, () => false);
const after = date(2, (i) => i % side > 600 && i < 300 * side);
const options = { method: defaultDetectOptions.method };

test('other threads find the same, to the last bit', async () => {
  const alone = detectChange(before, after, options);
  expect(alone.mask.filter((code) => code === 1).length).toBeGreaterThan(100_000);
  const found = await detectChangeInThreads({ before, after }, options);
  const bytes = ({ buffer }: Uint8Array | Float32Array) => Buffer.from(buffer);
  for (const raster of ['mask', 'kinds', 'score'] as const) {
    expect(bytes(found[raster]).equals(bytes(alone[raster]))).toBe(true);
  }
  expect(found.notes).toEqual(alone.notes);
});

test('what a detection throws is thrown by one in threads', async () => {
  const nameless = { ...before, names: undefined };
  const missing = await detectChangeInThreads({ before: nameless, after }, { method: 'nbr' }).catch(
    (e) => e,
  );
  expect(missing).toBeInstanceOf(MissingBandsError);
  expect(missing.message).toBe(
    'The method "nbr" needs the bands nir, swir2, but no band is named.',
  );
  const [, ...fewer] = after.bands;
  await expect(
    detectChangeInThreads({ before, after: { ...after, bands: fewer } }, options),
  ).rejects.toThrow('the two dates must have the same bands');
});

test('cancelling ends the threads, and what waits for them, at once', async () => {
  const given = new AbortController();
  const reason = new Error('enough');
  const detection = detectChangeInThreads({ before, after }, options, given.signal);
  given.abort(reason);
  await expect(detection).rejects.toBe(reason);
  await expect(detectChangeInThreads({ before, after }, options, given.signal)).rejects.toBe(
    reason,
  );
});
