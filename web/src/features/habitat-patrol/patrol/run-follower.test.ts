import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchRunEvents } from './run-follower.ts';

class Stream extends EventTarget {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
  send(type: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

const progress = { step: 'reading', elapsed_seconds: 5 } as const;
let stream: Stream;
let device: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  device = new EventTarget();
  vi.stubGlobal('window', device);
  vi.stubGlobal('EventSource', function open() {
    stream = new Stream();
    return stream;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watch(signal = new AbortController().signal) {
  const seen: object[] = [];
  const ended = vi.fn();
  const outcome = watchRunEvents('/events', (each) => seen.push(each), signal).then(ended);
  return { seen, ended, outcome };
}

test('tells of progress, and returns at the end', async () => {
  const { seen, outcome } = watch();
  stream.send('progress', progress);
  stream.send('end', {});
  await outcome;
  expect(seen).toEqual([progress]);
  expect(stream.isClosed).toBe(true);
});

test('a stream that has died without a word is given up', async () => {
  const { ended, outcome } = watch();
  await vi.advanceTimersByTimeAsync(29_000);
  stream.send('progress', progress);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await outcome;
  expect(stream.isClosed).toBe(true);
});

test.each(['offline', 'online'])('returns at once when the device goes %s', async (event) => {
  const { outcome } = watch();
  device.dispatchEvent(new Event(event));
  await outcome;
  expect(stream.isClosed).toBe(true);
});

test('a broken connection and an abort reject', async () => {
  const broken = watch();
  stream.dispatchEvent(new Event('error'));
  await expect(broken.outcome).rejects.toThrow('The connection to the run has broken off.');
  const leaving = new AbortController();
  const left = watch(leaving.signal);
  leaving.abort(new Error('Left.'));
  await expect(left.outcome).rejects.toThrow('Left.');
  expect(stream.isClosed).toBe(true);
});
