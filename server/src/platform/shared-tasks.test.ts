import { expect, test } from 'vitest';
import { SharedTasks } from './shared-tasks.ts';

/** A task that only ends when it is cancelled, and a count of how often it was started. */
function endlessTask() {
  const task = {
    starts: 0,
    start(signal: AbortSignal) {
      task.starts++;
      return new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
  return task;
}

test('a task that several wait for is done once, and cancelled when the last has gone', async () => {
  const tasks = new SharedTasks<string>();
  const task = endlessTask();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [
    tasks.run('a', first.signal, task.start),
    tasks.run('a', second.signal, task.start),
  ];
  expect(task.starts).toBe(1);
  first.abort(new Error('the first has gone'));
  second.abort(new Error('the last has gone'));
  for (const result of asked) await expect(result).rejects.toThrow('the last has gone');
});

test('a task goes on while one waits who can not leave', async () => {
  const tasks = new SharedTasks<string>();
  const task = endlessTask();
  const leaving = new AbortController();
  void tasks.run('a', leaving.signal, task.start);
  const staying = tasks.run('a', undefined, task.start);
  leaving.abort();
  const outcome = Promise.race([staying, Promise.resolve('still waiting')]);
  expect(await outcome).toBe('still waiting');
  expect(task.starts).toBe(1);
});

test('who asks after a task was cancelled has it begun anew', async () => {
  const tasks = new SharedTasks<string>();
  const leaving = new AbortController();
  const cancelled = tasks.run('a', leaving.signal, endlessTask().start);
  leaving.abort(new Error('gone'));
  expect(await tasks.run('a', undefined, () => Promise.resolve('made'))).toBe('made');
  await expect(cancelled).rejects.toThrow('gone');
});

test('nothing is begun for one who has gone before asking', async () => {
  const tasks = new SharedTasks<string>();
  const task = endlessTask();
  const gone = AbortSignal.abort(new Error('gone before'));
  await expect(tasks.run('a', gone, task.start)).rejects.toThrow('gone before');
  expect(task.starts).toBe(0);
});

test('a task that has failed is begun anew', async () => {
  const tasks = new SharedTasks<number>();
  await expect(tasks.run('a', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow();
  expect(await tasks.run('a', undefined, () => Promise.resolve(1))).toBe(1);
});
