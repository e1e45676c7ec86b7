import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type OrderMessage,
  type Program,
  type ProgramMessage,
  serverSignals,
  type ThrownError,
} from './program.ts';

/**
 * Answers the one order for which this process was started. The result is what `answer` resolves to
 * or throws. Failures that the caller has to tell apart should be returned as values, because of a
 * thrown error only name, message, stack and code are sent. What `tell` returns resolves when the progress has left the process.
 */
export function serveOrder<Served extends Program>(
  answer: (
    order: Served['order'],
    tell: (progress: Served['progress']) => Promise<void>,
  ) => Served['result'] | Promise<Served['result']>,
): void {
  // Large messages leave only while the thread is free.
  const send = (message: ProgramMessage) =>
    new Promise<void>((resolve) => {
      process.send?.(message, () => resolve());
    });
  leaveSignalsToServer();
  // The server has ended, perhaps by kill -9, so nobody will receive the result.
  process.once('disconnect', () => process.exit());
  process.once('message', async ({ order, niceness, memoryBytes }: OrderMessage) => {
    // The server ends this process after its result, so the compile cache is written first.
    flushCompileCache();
    if (niceness > 0) setPriority(niceness);
    if (memoryBytes !== undefined) watchMemory(memoryBytes);
    try {
      const result = await answer(order, (progress) => send({ kind: 'progress', progress }));
      void send({ kind: 'result', result });
    } catch (error) {
      void send({ kind: 'thrown', error: describe(error) });
    }
  });
}

/**
 * Ctrl+C in a terminal, and some service managers, send these signals to all processes at once. The
 * server decides what becomes of the work, and ends this process.
 */
function leaveSignalsToServer(): void {
  for (const signal of serverSignals) process.on(signal, () => {});
}

function watchMemory(maxBytes: number): void {
  const workerData = { maxBytes };
  new Worker(new URL('./memory-watch-worker.ts', import.meta.url), { workerData }).unref();
}

function describe(thrown: unknown): ThrownError {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const { name, message, stack, code }: ThrownError = thrown;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...(typeof code === 'string' && { code }),
  };
}
