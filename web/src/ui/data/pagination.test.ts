import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageNumbers } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 4, 5]],
  [3, 20, [1, 2, 3, 4, 5]],
  [4, 20, [2, 3, 4, 5, 6]],
  [18, 20, [16, 17, 18, 19, 20]],
  [20, 20, [16, 17, 18, 19, 20]],
  [1, 0, []],
])('page %d of %d shows %j', (page, pageCount, numbers) => {
  expect(pageNumbers(page, pageCount)).toEqual(numbers);
});

test('there are never more than five, all of them exist, and the open page is among them', () => {
  const pages = fc
    .integer({ min: 1, max: 10_000 })
    .chain((pageCount) => fc.tuple(fc.integer({ min: 1, max: pageCount }), fc.constant(pageCount)));
  fc.assert(
    fc.property(pages, ([page, pageCount]) => {
      const numbers = pageNumbers(page, pageCount);
      expect(numbers.length).toBe(Math.min(5, pageCount));
      expect(numbers).toContain(page);
      expect(numbers[0]).toBeGreaterThanOrEqual(1);
      expect(numbers.at(-1)).toBeLessThanOrEqual(pageCount);
    }),
  );
});
