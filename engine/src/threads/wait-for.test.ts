import { expect, test } from 'vitest';
import { together } from './wait-for.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

test('gives what each of them gave, in their order', async () => {
  const results = await together(undefined, [async () => 'one', async () => 2]);
  expect(results).toEqual(['one', 2]);
});

test('when one fails, the others are told, and have ended before it rejects', async () => {
  let hasEnded = false;
  const failure = new Error('no more room');
  const work = together(undefined, [
    async () => {
      throw failure;
    },
    async (signal) => {
      await untilAborted(signal).catch(() => Promise.resolve());
      expect(signal.reason).toBe(failure);
      hasEnded = true;
    },
  ]);
  await expect(work).rejects.toBe(failure);
  expect(hasEnded).toBe(true);
});

test('rejects with the reason of the signal', async () => {
  const given = new AbortController();
  const reason = new Error('enough');
  const work = together(given.signal, [untilAborted]);
  given.abort(reason);
  await expect(work).rejects.toBe(reason);
});
