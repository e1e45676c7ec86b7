import { limits } from '@refugia/contract/limits.ts';
import { workPixels } from '@refugia/engine/composite/work-area.ts';
import { expect, test } from 'vitest';

test('the screen tells of the pixels that the engine works in', () => {
  expect(limits.habitatPatrol.workPixels).toEqual(workPixels);
});
