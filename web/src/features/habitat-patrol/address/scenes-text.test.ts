import { expect, test } from 'vitest';
import { readScenesText, writeScenesText } from './scenes-text.ts';

test.each([
  [{ exclude: ['S2B_33TWL_20230810_0_L2A'] }, 'without*S2B_33TWL_20230810_0_L2A'],
  [{ only: ['S2A_1', 'S2B_2'] }, 'only*S2A_1*S2B_2'],
])('%j is written and read again', (choice, text) => {
  expect(writeScenesText(choice)).toBe(text);
  expect(readScenesText(text)).toEqual(choice);
});

test('where all scenes may be used nothing is written', () => {
  expect([{}, { exclude: [] }].map(writeScenesText)).toEqual([null, null]);
});

test('what an address can not hold is not written by half', () => {
  const exclude = Array.from({ length: 150 }, (_, index) => `S2B_33TWL_20230810_${index}_L2A`);
  expect(writeScenesText({ exclude })).toBeNull();
  expect(writeScenesText({ exclude: ['one*other'] })).toBeNull();
});

test.each([
  null,
  '',
  'without',
  'only*',
  'without*S2A_1*',
  'all*S2A_1',
  `only*${'x'.repeat(201)}`,
  ['without', ...Array.from({ length: 201 }, (_, index) => index)].join('*'),
])('%j chooses nothing', (text) => {
  expect(readScenesText(text)).toEqual({});
});
