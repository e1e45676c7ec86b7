import { expect, test } from 'vitest';
import { formatShare } from './share-text.ts';

test('a share that is there never reads as none, nor almost all as all', () => {
  expect([0, 0.0004, 0.256, 0.99951, 1].map(formatShare)).toEqual([
    '0 %',
    'under 0.1 %',
    '25.6 %',
    'over 99.9 %',
    '100 %',
  ]);
});
