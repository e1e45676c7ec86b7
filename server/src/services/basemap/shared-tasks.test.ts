import { expect, test } from 'vitest';
import { SharedTasks } from './shared-tasks.ts';

test('a task that several wait for is done once, and cancelled when the last has gone', async () => {
  const tasks = new SharedTasks<string>();
  const first = new AbortController();
  const second = new AbortController();
  let starts = 0;
  const start = (signal: AbortSignal) => {
    starts += 1;
    return new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cancelled')));
    });
  };
  const results = [tasks.run('a', first.signal, start), tasks.run('a', second.signal, start)];
  expect(starts).toBe(1);
  first.abort();
  const third = tasks.run('a', undefined, start);
  second.abort();
  expect(starts).toBe(1);
  const outcome = Promise.race([third, Promise.resolve('still waiting')]);
  expect(await outcome).toBe('still waiting');

  const alone = new AbortController();
  const other = tasks.run('b', alone.signal, start);
  alone.abort();
  await expect(other).rejects.toThrow('cancelled');
  expect(results).toHaveLength(2);
});

test('a task that has failed is begun anew', async () => {
  const tasks = new SharedTasks<number>();
  await expect(tasks.run('a', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow();
  expect(await tasks.run('a', undefined, () => Promise.resolve(1))).toBe(1);
});
