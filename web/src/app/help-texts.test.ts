import { methodTexts } from '@refugia/contract/habitat-patrol/method-texts.ts';
import { expect, test } from 'vitest';
import { methodHelp } from '../features/site/help/help-texts.ts';

test('the help tells of every method that Habitat Patrol offers, in its order', () => {
  expect(methodHelp.map(({ name }) => name)).toEqual(
    Object.values(methodTexts).map(({ name }) => name),
  );
});
