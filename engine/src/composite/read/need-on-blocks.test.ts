import { expect, test } from 'vitest';
import { needOnBlocks } from './need-on-blocks.ts';
import { neededPixels } from './needed-pixels.ts';

test('needed pixels need the blocks under them and within the margin', () => {
  const source = { width: 40, height: 40, affine: [20, 0, 0, 0, -20, 800], epsg: 32613 } as const;
  const target = { width: 80, height: 80, affine: [10, 0, 0, 0, -10, 800], epsg: 32613 } as const;
  const layout = { blockWidth: 10, blockHeight: 10, columns: 4, rows: 4 };
  const blocksFor = (column: number, row: number): number[] => {
    const need = new Uint8Array(80 * 80);
    need[row * 80 + column] = 1;
    const isNeeded = needOnBlocks(source, layout, neededPixels(target, need)!, 2)!;
    return Array.from({ length: 16 }, (_, index) => index).filter((index) =>
      isNeeded(index % 4, Math.floor(index / 4)),
    );
  };
  expect(blocksFor(10, 10)).toEqual([0]);
  // Source pixel 9 of the first block: the margin of two pixels reaches into the second.
  expect(blocksFor(18, 10)).toEqual([0, 1]);
  expect(blocksFor(18, 19)).toEqual([0, 1, 4, 5]);
  expect(blocksFor(79, 79)).toEqual([15]);
  const turned = { ...target, epsg: 32612 };
  const all = new Uint8Array(6400).fill(1);
  expect(needOnBlocks(source, layout, neededPixels(turned, all)!, 2)).toBeUndefined();
});
