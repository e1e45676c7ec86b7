import { expect, test } from 'vitest';
import {
  isChosen,
  isEveryScene,
  readScenesText,
  toggleScene,
  writeScenesText,
} from './scene-choice.ts';

test('a scene is left out and taken in again', () => {
  const without = toggleScene({}, 'a');
  expect(without).toEqual({ exclude: ['a'] });
  expect([isChosen(without, 'a'), isChosen(without, 'b')]).toEqual([false, true]);
  expect(toggleScene(without, 'b')).toEqual({ exclude: ['a', 'b'] });
  expect(toggleScene(without, 'a')).toEqual({});
});

test('where only some are chosen, others join them', () => {
  const chosen = { only: ['a'] };
  expect([isChosen(chosen, 'a'), isChosen(chosen, 'b')]).toEqual([true, false]);
  expect(toggleScene(chosen, 'b')).toEqual({ only: ['a', 'b'] });
  expect(toggleScene({ only: ['a', 'b'] }, 'a')).toEqual({ only: ['b'] });
});

test('without the last chosen one, all are there again', () => {
  expect(toggleScene({ only: ['a'] }, 'a')).toEqual({});
});

test('what leaves nothing out is every scene', () => {
  expect([{}, { exclude: [] }, { exclude: ['a'] }, { only: ['a'] }].map(isEveryScene)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

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
