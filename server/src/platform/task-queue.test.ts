import { expect, test } from 'vitest';
import { TaskQueue } from './task-queue.ts';

/** A task that ends when it is told to. */
function controlled(): { task: () => Promise<void>; end: () => void; hasStarted: () => boolean } {
  let started = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  return {
    task: () => {
      started = true;
      return ended;
    },
    end,
    hasStarted: () => started,
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit run at a time', async () => {
  const queue = new TaskQueue(2);
  const tasks = [controlled(), controlled(), controlled()];
  const runs = tasks.map(({ task }) => queue.run(task));
  await nextTurn();
  expect(tasks.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false]);
  tasks[0].end();
  await runs[0];
  await nextTurn();
  expect(tasks[2].hasStarted()).toBe(true);
  for (const { end } of tasks) end();
  await Promise.all(runs);
});

test('those that wait start in the order of their arrival', async () => {
  const queue = new TaskQueue(1);
  const order: number[] = [];
  const gate = controlled();
  const first = queue.run(gate.task);
  const others = [1, 2, 3].map((number) =>
    queue.run(async () => {
      order.push(number);
    }),
  );
  gate.end();
  await Promise.all([first, ...others]);
  expect(order).toEqual([1, 2, 3]);
});

test('a task that fails frees its place', async () => {
  const queue = new TaskQueue(1);
  await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(async () => 7)).toBe(7);
});

test('a waiting task can be cancelled, and never runs', async () => {
  const queue = new TaskQueue(1);
  const gate = controlled();
  const first = queue.run(gate.task);
  const abort = new AbortController();
  const waiting = controlled();
  const second = queue.run(waiting.task, abort.signal);
  abort.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  gate.end();
  await first;
  expect(await queue.run(async () => 7)).toBe(7);
  expect(waiting.hasStarted()).toBe(false);
});

test('a limit that lets nothing run is refused', () => {
  expect(() => new TaskQueue(0)).toThrow(RangeError);
});
