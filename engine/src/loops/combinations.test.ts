import { expect, test } from 'vitest';
import { mulberry32 } from '../change/pair/sample.ts';
import { blocksFor, blockValues, combineBlock, noCombinations } from './combinations.ts';

// Expected: the sum as it is defined, value by value.
test.each([
  [1, 1],
  [6, 6],
  [6, 12],
  [5, 7],
])('%d sums over %d columns', (sumCount, columnCount) => {
  const random = mulberry32(sumCount * columnCount);
  const combinations = noCombinations(sumCount, columnCount);
  const rowLength = combinations.columnCount;
  for (let sum = 0; sum < sumCount; sum++) {
    combinations.offsets[sum] = random() - 0.5;
    for (let column = 0; column < columnCount; column++) {
      combinations.factors[sum * rowLength + column] = random() - 0.5;
    }
  }
  const { columns, sums } = blocksFor(combinations);
  for (const column of columns) for (let i = 0; i < blockValues; i++) column[i] = random();
  // What a block held before doesn't matter.
  for (let round = 0; round < 2; round++) combineBlock(combinations, columns, sums);
  for (let sum = 0; sum < sumCount; sum++) {
    for (const i of [0, 1, 100, blockValues - 1]) {
      let expected = combinations.offsets[sum];
      for (let column = 0; column < columnCount; column++) {
        expected += combinations.factors[sum * rowLength + column] * columns[column][i];
      }
      expect(sums[sum][i]).toBeCloseTo(expected, 12);
    }
  }
});
