import { expect, test } from 'vitest';
import { type Box, tipShift } from './tip-shift.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** A phone's buttons in two columns. */
const buttons = [box(326, 72, 48, 304), box(270, 72, 48, 96)];

test.each([
  ['beside no button, it stays', box(40, 120, 210, 35), 0],
  ['below the second column, it keeps clear of the first', box(120, 180, 210, 35), 12],
  ['under the second column, it goes to the left of it', box(90, 119, 210, 35), 38],
  ['wider than what is free, it goes to the edge', box(30, 119, 300, 35), 22],
  ['beyond the edge already, it stays', box(-20, 119, 320, 35), 0],
])('%s', (_, tip, shift) => {
  expect(tipShift(tip, buttons, 0)).toBe(shift);
});

test('under three columns it goes as far as the second one asks', () => {
  expect(tipShift(box(150, 100, 100, 30), [...buttons, box(214, 72, 48, 96)], 0)).toBe(44);
});
