import { expect, test } from 'vitest';
import { joinGroups } from './shortcuts.ts';

test('groups of one title are joined in the order in which they came', () => {
  const key = (keys: string) => ({ keys, does: `Does ${keys}` });
  expect(
    joinGroups([
      { title: 'The map', shortcuts: [key('/')] },
      { title: 'Drawing', shortcuts: [key('P')] },
      { title: 'The map', shortcuts: [key('?'), key('+')] },
    ]),
  ).toEqual([
    { title: 'The map', shortcuts: [key('/'), key('?'), key('+')] },
    { title: 'Drawing', shortcuts: [key('P')] },
  ]);
});
