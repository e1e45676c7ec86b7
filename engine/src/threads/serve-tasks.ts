import { parentPort, type Transferable } from 'node:worker_threads';
import { collectWhenIdle } from './collect-when-idle.ts';

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

/** A message from a pool to one of its threads. */
export type ThreadOrder<Task> =
  | { readonly kind: 'task'; readonly id: number; readonly task: Task }
  | { readonly kind: 'abort'; readonly id: number };

/** A thread's answer. Each task is answered once. */
export type ThreadReply<Result> =
  | { readonly kind: 'result'; readonly id: number; readonly result: Result }
  | { readonly kind: 'thrown'; readonly id: number; readonly error: SentError };

/**
 * An error in the form in which it is sent between threads. Cloning loses its class, its own name
 * and its fields (such as the code of a TiffError), so these are sent beside its message.
 */
type SentError = ReturnType<typeof describeError>;

/** Describes anything that was thrown in the form in which it can be sent. */
function describeError(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack } = error;
  const plain = Object.entries(error).filter(([, value]) => typeof value !== 'function');
  return { name, message, stack, fields: Object.fromEntries(plain) };
}

/**
 * Restores the error with its name and fields. A caller that needs its class creates it from these.
 */
export function restoreError({ name, message, stack, fields }: SentError): Error {
  const error = Object.assign(new Error(message), fields, { name });
  if (stack !== undefined) error.stack = stack;
  return error;
}
