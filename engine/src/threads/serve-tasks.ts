import { parentPort, type Transferable } from 'node:worker_threads';
import { collectWhenIdle } from './collect-when-idle.ts';
import { describeError, type ThreadOrder, type ThreadReply } from './messages.ts';

interface ServeOptions<Result> {
  /** The parts of a result that are transferred instead of copied. */
  transfer?: (result: Result) => Transferable[];
}

/**
 * Makes this module a thread of a `ThreadPool`, which answers each task. A task that can end early
 * watches its signal. Other tasks are finished even if nobody waits for them any more. The thread's
 * garbage is collected once it has become idle.
 */
export function serveTasks<Task, Result>(
  answer: (task: Task, signal: AbortSignal) => Result | Promise<Result>,
  { transfer = () => [] }: ServeOptions<Result> = {},
): void {
  const port = parentPort;
  if (port === null) throw new Error('serveTasks works in a worker thread only.');
  const underWay = new Map<number, AbortController>();

  async function work(id: number, task: Task): Promise<void> {
    const controller = new AbortController();
    underWay.set(id, controller);
    try {
      const result = await answer(task, controller.signal);
      port?.postMessage({ kind: 'result', id, result } satisfies ThreadReply<Result>, [
        ...transfer(result),
      ]);
    } catch (error) {
      const reply: ThreadReply<Result> = { kind: 'thrown', id, error: describeError(error) };
      port?.postMessage(reply);
    } finally {
      underWay.delete(id);
    }
  }

  collectWhenIdle();
  port.on('message', (order: ThreadOrder<Task>) => {
    switch (order.kind) {
      case 'task':
        void work(order.id, order.task);
        break;
      case 'abort':
        underWay.get(order.id)?.abort();
        break;
    }
  });
}
