import { expect, test } from 'vitest';
import { mulberry32 } from '../../change/pair/sample.ts';
import { usability } from './classification.ts';
import { addClear, isTakenAs, takePixels, unassigned } from './usable-pixels.ts';

const lengths = [0, 1, 4099];

function madeCodes(length: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length }, () => Math.floor(random() * 5));
}

test('each code is taken as what it means', () => {
  const { unobserved, masked, clear, water, snow } = usability;
  const codes = [unobserved, masked, clear, water, snow];
  expect(codes.filter((code) => isTakenAs('clear', code))).toEqual([clear, water]);
  expect(codes.filter((code) => isTakenAs('snow', code))).toEqual([snow]);
});

test.each(lengths)('clear pixels of a scene are added to those of others, of %d', (length) => {
  const random = mulberry32(length);
  const usable = madeCodes(length, random);
  const known = Uint8Array.from({ length }, () => (random() < 0.3 ? 1 : 0));
  const isClear = (code: number) => code === usability.clear || code === usability.water;
  const expected = known.map((value, pixel) => (isClear(usable[pixel]) ? 1 : value));
  const added = expected.reduce((sum, value, pixel) => sum + value - known[pixel], 0);
  const pixels = known.slice();
  expect(addClear(pixels, usable)).toBe(added);
  expect(pixels).toEqual(expected);
});

test.each(lengths)('free pixels are taken, of %d', (length) => {
  const random = mulberry32(length + 1);
  const usable = madeCodes(length, random);
  const owners = [0, 1, 127, 128, 254, unassigned, unassigned];
  const before = Uint8Array.from({ length }, () => owners[Math.floor(random() * owners.length)]);
  for (const codes of ['clear', 'snow'] as const) {
    const isTaken = (pixel: number) =>
      before[pixel] === unassigned && isTakenAs(codes, usable[pixel]);
    const assignment = before.slice();
    const taken = new Uint8Array(length).fill(9);
    const count = takePixels(assignment, usable, taken, { codes, slot: 200 });
    expect(taken).toEqual(before.map((_, pixel) => (isTaken(pixel) ? 1 : 0)));
    expect(assignment).toEqual(before.map((owner, pixel) => (isTaken(pixel) ? 200 : owner)));
    expect(count).toBe(taken.reduce((sum, value) => sum + value, 0));
  }
});
