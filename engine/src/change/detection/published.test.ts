import { describe, expect, test } from 'vitest';
import {
  coldSprings,
  arePairsMissing as isMissing,
  type PublishedPicture as Picture,
  readPublished as read,
  stackOf as stack,
} from '../../../testing/published-pairs.ts';
import { chiSquareSurvival } from '../../math/special-functions.ts';
import type { Samples } from '../../raster/samples.ts';
import { chiSquareStatistic, irmad } from '../evidence/irmad.ts';
import { changeClass } from '../options.ts';
import { detectChange } from './detect.ts';

/** F1 of the changed class over the pixels of `labelled`. */
function f1(
  mask: Uint8Array,
  isChanged: (i: number) => boolean,
  isLabelled: (i: number) => boolean,
) {
  let right = 0;
  let wrong = 0;
  for (let i = 0; i < mask.length; i++) {
    if (!isLabelled(i)) continue;
    const found = mask[i] === changeClass.changed;
    if (found && isChanged(i)) right++;
    else if (found !== isChanged(i)) wrong++;
  }
  return (2 * right) / (2 * right + wrong);
}

// Published by M. Canty with his program iMad on this pair: ρ and the pixels of P(no change) > 0.95.
test.skipIf(isMissing)('IR-MAD gives the published correlations of the ASTER pair', async () => {
  const before = await read('irmad_fixture_aster/aster_1.tif');
  const after = await read('irmad_fixture_aster/aster_2.tif');
  const sum = ({ bands }: Picture, i: number) => bands.reduce((total, band) => total + band[i], 0);
  const kept = Array.from(before.bands[0].keys()).filter((i) => sum(before, i) && sum(after, i));
  const columns = ({ bands }: Picture) =>
    bands.map((band) => Float32Array.from(kept, (i) => band[i]));
  const x = columns(before);
  const y = columns(after);
  const model = irmad(x, y);
  [0.99424297, 0.97905332, 0.91873628].forEach((rho, i) => {
    expect(Math.abs(model.correlations[i] - rho)).toBeLessThan(5e-4);
  });
  const statistic = new Float32Array(kept.length);
  chiSquareStatistic(model, x, y, statistic);
  const unchanged = statistic.filter((z) => chiSquareSurvival(z, 3) > 0.95).length;
  expect(Math.abs(unchanged - 110)).toBeLessThanOrEqual(2);
});

describe.skipIf(isMissing)('Landsat Taizhou, 2000 and 2003', () => {
  test.each([
    ['automatic', 6, 0.965],
    ['automatic', 3, 0.9],
    ['irmad', 6, 0.94],
  ] as const)('%s with %d bands reaches F1 %d', async (method, bandCount, least) => {
    const first = (picture: Picture) =>
      stack({ ...picture, bands: picture.bands.slice(0, bandCount) });
    const before = first(await read('landsat_taizhou_30m/before.tif'));
    const after = first(await read('landsat_taizhou_30m/after.tif'));
    const [label] = (await read('landsat_taizhou_30m/label.tif')).bands;
    const { mask } = detectChange(before, after, { method });
    const score = f1(
      mask,
      (i) => label[i] === 1,
      (i) => label[i] !== 0,
    );
    expect(score).toBeGreaterThanOrEqual(least);
  });
});

/** A square of 100 pixels, whose Otsu threshold is clear although a tenth of it differs by the season. */
test.skipIf(isMissing)('IR-MAD finds the change in a part of Taizhou', async () => {
  const [left, top, side] = [0, 50, 100];
  const cut = (picture: Picture): Picture => ({
    width: side,
    height: side,
    bands: picture.bands.map((band) =>
      Float32Array.from({ length: side * side }, (_, i) => {
        const [x, y] = [left + (i % side), top + Math.floor(i / side)];
        return band[y * picture.width + x];
      }),
    ),
  });
  const before = stack(cut(await read('landsat_taizhou_30m/before.tif')));
  const after = stack(cut(await read('landsat_taizhou_30m/after.tif')));
  const [label] = cut(await read('landsat_taizhou_30m/label.tif')).bands;
  const { mask } = detectChange(before, after, { method: 'irmad' });
  const score = f1(
    mask,
    (i) => label[i] === 1,
    (i) => label[i] !== 0,
  );
  expect(score).toBeGreaterThanOrEqual(0.9);
});

/**
 * The same pair as reflectance × 10,000 of named bands: the darkest ground at 0.01 or 0.03, and each number
 * worth about as much light as ETM+'s gains give it. IR-MAD with the best threshold has .945 and .951.
 */
test.skipIf(isMissing).each([
  [100, 0.9],
  [300, 0.92],
])('Taizhou as named reflectance from %d on reaches F1 %d', async (darkest, least) => {
  const names = ['blue', 'green', 'red', 'nir', 'swir1', 'swir2'] as const;
  const gains = [16.4, 18, 16.6, 25.4, 23.2, 22.1];
  const reflectance = (band: Samples, i: number) => {
    const sorted = Float32Array.from(band).sort();
    const lowest = sorted[Math.floor(0.001 * sorted.length)];
    return Uint16Array.from(band, (value) => darkest + gains[i] * Math.max(0, value - lowest));
  };
  const date = async (path: string) => {
    const picture = await read(`landsat_taizhou_30m/${path}`);
    return { ...stack({ ...picture, bands: picture.bands.map(reflectance) }), names };
  };
  const [label] = (await read('landsat_taizhou_30m/label.tif')).bands;
  const { mask } = detectChange(await date('before.tif'), await date('after.tif'));
  const score = f1(
    mask,
    (i) => label[i] === 1,
    (i) => label[i] !== 0,
  );
  expect(score).toBeGreaterThanOrEqual(least);
});

/**
 * The published figures of LDA are .570 (forest) and .035 (scrub) by an independent implementation; how
 * the mode of a metric is taken isn't published and moves them by a few hundredths.
 */
describe.skipIf(isMissing)('Cold Springs, Landsat 8, clear pixels, bands named', () => {
  test.each([
    [{ method: 'automatic' }, 0.83, 0.87],
    [{ method: 'nbr' }, 0.796, 0.83],
    [{ method: 'lda', landCover: 'forest', smallestPatchPixels: 1 }, 0.55, 0.59],
    [{ method: 'lda', landCover: 'scrub', smallestPatchPixels: 1 }, 0.02, 0.06],
  ] as const)('%o gives an F1 from %d to %d', async (options, least, most) => {
    const { before, after, label } = await coldSprings();
    const { mask } = detectChange(before, after, options);
    const score = f1(
      mask,
      (i) => label[i] === 1,
      (i) => before.valid[i] === 1 && after.valid[i] === 1,
    );
    expect(score).toBeGreaterThanOrEqual(least);
    expect(score).toBeLessThanOrEqual(most);
  });
});
