import { expect, test, vi } from 'vitest';
import { LatestSaver } from './latest-saver.ts';

interface View {
  center: string;
  zoom: number;
}

/** A saver whose calls end when the test lets them, and the changes of each call. */
function heldSaver() {
  const calls: { changes: Partial<View>; end: () => void }[] = [];
  const call = vi.fn((changes: Partial<View>) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    calls.push({ changes, end: resolve });
    return promise;
  });
  return {
    saver: new LatestSaver<View>(call),
    calls,
    changesOf: () => calls.map((c) => c.changes),
  };
}

test('a call waits for the one before it, and sends the newest of each value', async () => {
  const { saver, calls, changesOf } = heldSaver();
  saver.keep({ zoom: 4 });
  void saver.send();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  saver.keep({ zoom: 5, center: '[44,-110]' });
  void saver.send();
  saver.keep({ zoom: 6 });
  const last = saver.send();
  await Promise.resolve();
  expect(changesOf()).toEqual([{ zoom: 4 }]);
  calls[0]?.end();
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.end();
  await last;
  expect(changesOf()).toEqual([{ zoom: 4 }, { zoom: 6, center: '[44,-110]' }]);
});

test('what waits is sent at once when the page is left, and only once', async () => {
  const { saver, calls, changesOf } = heldSaver();
  saver.keep({ zoom: 4 });
  void saver.send();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  saver.keep({ zoom: 5 });
  const queued = saver.send();
  void saver.sendNow();
  expect(changesOf()).toEqual([{ zoom: 4 }, { zoom: 5 }]);
  for (const { end } of calls) end();
  await queued;
  expect(calls).toHaveLength(2);
});
