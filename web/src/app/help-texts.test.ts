import { expect, test } from 'vitest';
import { methodTexts } from '../features/habitat-patrol/state/method-texts.ts';
import { methodHelp } from '../features/site/help/help-texts.ts';

test('the help tells of every method that Habitat Patrol offers, in its order', () => {
  expect(methodHelp.map(({ name }) => name)).toEqual(
    Object.values(methodTexts).map(({ name }) => name),
  );
});
