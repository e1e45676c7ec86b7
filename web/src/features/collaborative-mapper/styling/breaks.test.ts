import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breaksOf, classCounts } from './breaks.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('quantiles', () => {
  test('divide as numpy does', () => {
    // numpy.quantile(numpy.arange(1000), [0.25, 0.5, 0.75]) is 249.75, 499.5, 749.25.
    const breaks = breaksOf(upTo(1000), 'quantile', 4);
    expect(breaks).toEqual([250, 500, 750]);
    expect(classCounts(upTo(1000), breaks)).toEqual([250, 250, 250, 250]);
  });

  test('have no classes that are empty', () => {
    const sorted = [0, 0, 0, 0, 0, 0, 7, 9];
    const breaks = breaksOf(sorted, 'quantile', 4);
    expect(breaks).toEqual([7]);
    expect(classCounts(sorted, breaks)).toEqual([6, 2]);
    expect(breaksOf([5, 5, 5], 'quantile', 3)).toEqual([]);
    expect(breaksOf([], 'quantile', 3)).toEqual([]);
  });
});

test('equal intervals divide the range', () => {
  // The employment density of 58 counties of California in the tests of mapclassify 2.8, of which
  // only the least and the greatest number matter here.
  const breaks = breaksOf([0.13, 4111.45], 'equal interval', 5);
  for (const [index, expected] of [822.394, 1644.658, 2466.922, 3289.186].entries()) {
    expect(breaks[index]).toBeCloseTo(expected, 9);
  }
  expect(breaksOf([4, 4], 'equal interval', 5)).toEqual([]);
});

/** The least sum of squared deviations of all ways to divide the numbers, by trying all of them. */
function leastDeviation(sorted: readonly number[], classes: number): number {
  if (classes === 1) return deviation(sorted);
  const ends = upTo(sorted.length).slice(1, sorted.length - classes + 2);
  return Math.min(
    ...ends.map(
      (end) => deviation(sorted.slice(0, end)) + leastDeviation(sorted.slice(end), classes - 1),
    ),
  );
}

function deviation(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0);
}

describe('natural breaks', () => {
  test('are those of jenkspy', () => {
    // jenkspy's README: jenks_breaks(these, n_classes=3) is [1.2, 2.3, 5.0, 7.8], the ends of classes.
    const sorted = [1.2, 1.3, 2.3, 3.9, 4.1, 4.3, 4.3, 5.0, 7.1, 7.3, 7.3, 7.8];
    const breaks = breaksOf(sorted, 'natural breaks', 3);
    expect(breaks).toEqual([3.9, 7]);
    expect(classCounts(sorted, breaks)).toEqual([3, 5, 4]);
  });

  test('deviate the least of all ways to divide the numbers', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), {
      minLength: 4,
      maxLength: 9,
    });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 2, max: 4 }), (given, classes) => {
        const sorted = given.toSorted((one, other) => one - other);
        const counts = classCounts(sorted, breaksOf(sorted, 'natural breaks', classes));
        expect(counts).toHaveLength(classes);
        let start = 0;
        let sum = 0;
        for (const count of counts) {
          sum += deviation(sorted.slice(start, start + count));
          start += count;
        }
        expect(sum).toBeCloseTo(leastDeviation(sorted, classes), 6);
      }),
    );
  });

  test('take as many classes as there are different numbers', () => {
    expect(breaksOf([1, 1, 2, 2], 'natural breaks', 5)).toEqual([2]);
  });
});
