import { describe, expect, test } from 'vitest';
import { HttpError } from './http-request.ts';
import { parseRetryAfter, retry } from './retry.ts';

const quick = { attempts: 3, firstDelayMilliseconds: 1, maxDelayMilliseconds: 2 };
const busy = (): HttpError => new HttpError('busy', { url: 'u', retryable: true, status: 503 });

test('a call that succeeds in the end gives its result', async () => {
  let calls = 0;
  const result = await retry(async () => {
    calls++;
    if (calls < 3) throw busy();
    return calls;
  }, quick);
  expect(result).toBe(3);
});

test('a call that keeps failing says how often it was made, and keeps the last reason', async () => {
  const failure = await retry(() => Promise.reject(busy()), quick).catch((error) => error);
  expect(failure).toBeInstanceOf(HttpError);
  expect(failure).toMatchObject({ message: 'u busy (3 attempts).', retryable: true, status: 503 });
  expect(failure.cause).toMatchObject({ message: 'u busy.' });
});

test('what is no passing trouble is not tried again', async () => {
  let calls = 0;
  const failing = (error: Error) => () => {
    calls++;
    return Promise.reject(error);
  };
  const gone = new HttpError('gone', { url: 'u', retryable: false, status: 404 });
  await expect(retry(failing(gone), quick)).rejects.toBe(gone);
  const mistake = new TypeError('a mistake of the program');
  await expect(retry(failing(mistake), quick)).rejects.toBe(mistake);
  expect(calls).toBe(2);
});

test('a cancelled call is not made again', async () => {
  const abort = new AbortController();
  let calls = 0;
  const call = (): Promise<never> => {
    calls++;
    abort.abort(new Error('enough'));
    return Promise.reject(busy());
  };
  await expect(retry(call, quick, abort.signal)).rejects.toThrow('enough');
  expect(calls).toBe(1);
});

// The two forms of RFC 9110, section 10.2.3.
describe('Retry-After', () => {
  const now = Date.parse('2023-07-15T12:00:00Z');
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 15 Jul 2023 12:00:30 GMT', 30_000],
    ['Sat, 15 Jul 2023 11:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s', (header, milliseconds) => {
    expect(parseRetryAfter(header, now)).toBe(milliseconds);
  });
});
