import { expect, test } from 'vitest';
import { indexShift } from '../evidence/index-shift.ts';
import { changeClass, changeKindCode } from '../options.ts';
import { growIntoLowSeverity } from './low-severity.ts';

/** A row of ground with an NBR of 0.6 before, from which each pixel loses a given amount. */
function row(losses: readonly number[]) {
  const nir = (nbr: number) => 1000 * (1 + nbr);
  const swir2 = (nbr: number) => 1000 * (1 - nbr);
  const before = losses.map(() => 0.6);
  const after = losses.map((loss) => 0.6 - loss);
  const date = (values: number[]) =>
    [Float32Array.from(values, nir), Float32Array.from(values, swir2)] as const;
  const quiet = Int32Array.from([0, 1, 2]);
  return indexShift(date(before), date(after), quiet);
}

const { changed, unchanged } = changeClass;

test('a burn takes in two pixels of low severity beside it, unburned and unseen ground it leaves', () => {
  //           quiet    far  low  low  burn low  none low  unseen
  const losses = [0, 0, 0, 0.2, 0.15, 0.2, 0.7, 0.2, 0.0, 0.2, 0.2];
  const mask = new Uint8Array(11);
  mask[6] = changed;
  const kinds = new Uint8Array(11);
  kinds[6] = changeKindCode.burn;
  const observed = new Uint8Array(11).fill(1);
  observed[10] = 0;
  const size = { width: 11, height: 1 };
  growIntoLowSeverity({ mask, kinds, observed }, row(losses), size);
  const grown = [4, 5, 6, 7];
  expect([...mask]).toEqual(losses.map((_, i) => (grown.includes(i) ? changed : unchanged)));
});

test('a clearing has sharp edges and takes in nothing', () => {
  const mask = Uint8Array.from([0, 0, 0, 0, changed, 0]);
  const kinds = Uint8Array.from([0, 0, 0, 0, changeKindCode.vegetation_loss, 0]);
  const observed = new Uint8Array(6).fill(1);
  const nbr = row([0, 0, 0, 0.2, 0.7, 0.2]);
  growIntoLowSeverity({ mask, kinds, observed }, nbr, { width: 6, height: 1 });
  expect([...mask]).toEqual([0, 0, 0, 0, changed, 0]);
});
