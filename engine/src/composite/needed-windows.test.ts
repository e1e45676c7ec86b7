import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needOnBlocks } from './need-on-blocks.ts';
import { neededWindows } from './needed-windows.ts';

function windows(...lines: string[]) {
  const needed = Uint8Array.from(lines.join(''), (letter) => (letter === '#' ? 1 : 0));
  return neededWindows({
    columns: lines[0]!.length,
    rows: lines.length,
    needed,
    blockWidth: 10,
    blockHeight: 5,
  });
}

test('a rectangle of blocks is one window', () => {
  expect(windows('....', '.##.', '.##.')).toEqual([{ column: 10, row: 5, width: 20, height: 10 }]);
});

test('blocks apart are windows apart', () => {
  expect(windows('#..#', '....', '#...')).toEqual([
    { column: 0, row: 0, width: 10, height: 5 },
    { column: 30, row: 0, width: 10, height: 5 },
    { column: 0, row: 10, width: 10, height: 5 },
  ]);
});

test('any pattern is covered exactly once, and nothing else is', () => {
  const patterns = fc.array(
    fc.string({ unit: fc.constantFrom('#', '.'), minLength: 5, maxLength: 5 }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(patterns, (lines) => {
      const covered = lines.map((line) => [...line].map(() => 0));
      for (const { column, row, width, height } of windows(...lines)) {
        for (let y = row / 5; y < (row + height) / 5; y += 1) {
          for (let x = column / 10; x < (column + width) / 10; x += 1) covered[y]![x]! += 1;
        }
      }
      expect(covered).toEqual(lines.map((line) => [...line].map((c) => (c === '#' ? 1 : 0))));
    }),
  );
});

test('needed pixels need the blocks under them and within the margin', () => {
  const source = { width: 40, height: 40, affine: [20, 0, 0, 0, -20, 800], epsg: 32613 } as const;
  const target = { width: 80, height: 80, affine: [10, 0, 0, 0, -10, 800], epsg: 32613 } as const;
  const layout = { blockWidth: 10, blockHeight: 10, columns: 4, rows: 4 };
  const blocksFor = (column: number, row: number): number[] => {
    const need = new Uint8Array(80 * 80);
    need[row * 80 + column] = 1;
    const blocks = needOnBlocks(source, layout, need, target, 2)!;
    return [...blocks.needed.keys()].filter((index) => blocks.needed[index] === 1);
  };
  expect(blocksFor(10, 10)).toEqual([0]);
  // Source pixel 9 of the first block: the margin of two pixels reaches into the second.
  expect(blocksFor(18, 10)).toEqual([0, 1]);
  expect(blocksFor(18, 19)).toEqual([0, 1, 4, 5]);
  expect(blocksFor(79, 79)).toEqual([15]);
  const turned = { ...target, epsg: 32612 };
  expect(needOnBlocks(source, layout, new Uint8Array(6400), turned, 2)).toBeUndefined();
});
