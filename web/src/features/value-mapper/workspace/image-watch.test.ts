import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ImageWatch } from './image-watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const signal = new AbortController().signal;

/** Whether a promise is fulfilled after all pending callbacks have run. */
async function isFulfilled(promise: Promise<void>): Promise<boolean> {
  let fulfilled = false;
  promise.then(
    () => {
      fulfilled = true;
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(0);
  return fulfilled;
}

test('a picture counts as loaded a second after the map has drawn it', async () => {
  const images = new ImageWatch(() => {});
  const loaded = images.loaded(() => [1, 2], signal);
  images.tell(1, 'loaded');
  images.tell(2, 'loaded');
  await vi.advanceTimersByTimeAsync(999);
  expect(await isFulfilled(loaded)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isFulfilled(loaded)).toBe(true);
});

test('without layers there is nothing to wait for', async () => {
  expect(await isFulfilled(new ImageWatch(() => {}).loaded(() => [], signal))).toBe(true);
});

test('a layer that is hidden meanwhile is not waited for', async () => {
  const images = new ImageWatch(() => {});
  let shown = [1];
  const loaded = images.loaded(() => shown, signal);
  expect(await isFulfilled(loaded)).toBe(false);
  shown = [];
  images.check();
  expect(await isFulfilled(loaded)).toBe(true);
});

test('a picture that fails says so', async () => {
  const images = new ImageWatch(() => {});
  const loaded = images.loaded(() => [1], signal);
  images.tell(1, 'failed');
  await expect(loaded).rejects.toThrow('could not be loaded');
});

test('a browser that cannot draw says so at once', async () => {
  const images = new ImageWatch(() => {});
  const loaded = images.loaded(() => [1], signal);
  images.cannotDraw();
  await expect(loaded).rejects.toThrow('WebGL 2');
});

test('a failure that nobody waits for is told once, until the picture has loaded again', async () => {
  let told = 0;
  const images = new ImageWatch(() => {
    told++;
  });
  for (const status of ['loading', 'failed', 'loading', 'failed'] as const) images.tell(1, status);
  expect(told).toBe(1);
  images.tell(1, 'loaded');
  images.tell(1, 'failed');
  expect(told).toBe(2);
  images.forget(2);
  const waiting = images.loaded(() => [2], signal);
  images.tell(2, 'failed');
  await expect(waiting).rejects.toThrow('could not be loaded');
  expect(told).toBe(2);
});
