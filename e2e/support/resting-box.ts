import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** The place of an element on the screen in pixels, once it stays where it is. */
export async function restingBox(locator: Locator) {
  let last = await locator.boundingBox();
  await expect(async () => {
    const before = last;
    last = await locator.boundingBox();
    expect(last).not.toBeNull();
    expect(last).toEqual(before);
  }).toPass({ intervals: [100] });
  return last!;
}
