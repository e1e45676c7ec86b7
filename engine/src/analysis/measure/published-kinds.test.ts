import { expect, test } from 'vitest';
import { arePairsMissing, coldSprings } from '../../../testing/published-pairs.ts';
import { changeClass, changeKindCode, detectChange } from '../../change/index.ts';
import { normalisedDifference, requiredBands } from '../../change/pair/named-bands.ts';
import { rectangleLayout } from '../../raster/pixel-layout.ts';
import { measurePatches } from './patches.ts';

// The perimeter is that of the fire service. Inside of it, ground burned from a dNBR of 0.1 on (Key & Benson 2006).
test.skipIf(arePairsMissing)('Cold Springs is a burn', async () => {
  const { before, after, label } = await coldSprings();
  const { mask, kinds } = detectChange(before, after);
  const { width, height } = before;
  const isTrue = mask.map((_, i) => label[i] & before.valid[i] & after.valid[i]);
  const count = (codes: ArrayLike<number>) =>
    Array.from(codes).reduce((sum, value) => sum + value, 0);

  // A patch has one kind, by which the map, the table and the files name it.
  const grid = {
    width,
    height,
    affine: [30, 0, 460_000, 0, -30, 4_430_000] as const,
    epsg: 32_613,
  };
  const isChanged = mask.map((code) => (code === changeClass.changed ? 1 : 0));
  const layout = rectangleLayout({ width, height });
  const named = new Uint8Array(mask.length);
  for (const { kind, pixels } of measurePatches(isChanged, { kinds }, { grid, layout })) {
    if (kind === 'burn') for (const pixel of pixels) named[pixel] = isTrue[pixel];
  }
  expect(count(named) / count(isTrue)).toBeGreaterThan(0.8);

  // Pixel by pixel, where NBR fell by a burn's least severity.
  const nbr = (date: typeof before) => requiredBands(date, ['nir', 'swir2'], 'nbr');
  const [was, is] = [nbr(before), nbr(after)];
  const burned = isTrue.map((value, i) => {
    const loss = normalisedDifference(was[0], was[1], i) - normalisedDifference(is[0], is[1], i);
    return value === 1 && isChanged[i] === 1 && loss >= 0.1 ? 1 : 0;
  });
  const share = (wanted: readonly number[]) =>
    count(burned.map((value, i) => (wanted.includes(kinds[i]) ? value : 0))) / count(burned);
  const { burn, burned_or_cleared } = changeKindCode;
  expect(share([burn])).toBeGreaterThan(0.8);
  expect(share([burn, burned_or_cleared])).toBeGreaterThan(0.86);
});
