import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceAfterLoad } from './thumbnail.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the picture of a map is taken 2.5 s after it has loaded, and once', () => {
  const take = vi.fn();
  const taking = onceAfterLoad(take);
  vi.advanceTimersByTime(60_000);
  taking.loaded();
  vi.advanceTimersByTime(1_000);
  taking.loaded();
  // The specification, part 2 §9: "thumbnail screenshot delay 2.5 s".
  vi.advanceTimersByTime(1_499);
  expect(take).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(take).toHaveBeenCalledTimes(1);
  taking.loaded();
  vi.advanceTimersByTime(60_000);
  expect(take).toHaveBeenCalledTimes(1);
});

test('of a map that is left before, no picture is taken', () => {
  const take = vi.fn();
  const taking = onceAfterLoad(take);
  taking.loaded();
  vi.advanceTimersByTime(2_499);
  taking.giveUp();
  vi.advanceTimersByTime(60_000);
  expect(take).not.toHaveBeenCalled();
});
