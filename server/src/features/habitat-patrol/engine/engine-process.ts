import { fork } from 'node:child_process';
import { once } from 'node:events';
import { AnalysisFailure } from '@refugia/engine/analysis/types.ts';
import type { EngineMessage, EngineOrder, EngineProgress, EngineReply } from './engine-main.ts';

interface ProcessOptions<Order extends EngineOrder> {
  signal?: AbortSignal | undefined;
  onProgress?: (progress: EngineProgress<Order>) => void;
  /** What the process runs. */
  entry?: URL;
  /** Where compiled code is kept: a process starts in half the time. */
  compiledFolder?: string;
  /** The process's heap; rasters lie outside of it and are bounded by the number of pixels of a run. */
  maxHeapMegabytes?: number;
}

const defaults = {
  entry: new URL('./engine-main.ts', import.meta.url),
  maxHeapMegabytes: 1024,
};

/** Of what a process that breaks says; V8's last words among it. */
const keptErrorCharacters = 4_000;

/**
 * Has one order worked on by a process of its own, which ends with it. Aborting ends the process at
 * once, whatever it does; it has ended when this settles. Rejects with AnalysisFailure (a process
 * out of memory among them), the signal's reason, or whatever broke the process.
 */
export async function runInProcess<Order extends EngineOrder>(
  order: Order,
  options: ProcessOptions<Order>,
): Promise<EngineReply<Order>> {
  const { signal, onProgress, entry, compiledFolder, maxHeapMegabytes } = {
    ...defaults,
    ...options,
  };
  signal?.throwIfAborted();
  const child = fork(entry, {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`],
    ...(compiledFolder && { env: { ...process.env, NODE_COMPILE_CACHE: compiledFolder } }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = once(child, 'close').catch(() => {});
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-keptErrorCharacters);
  });
  let onAbort = () => {};
  try {
    return await new Promise<EngineReply<Order>>((resolve, reject) => {
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      child.on('message', (message: EngineMessage) => {
        switch (message.kind) {
          case 'progress':
            return onProgress?.(message.progress as EngineProgress<Order>);
          case 'done':
            return resolve(message.reply as EngineReply<Order>);
          case 'failed':
            return reject(new AnalysisFailure(message.reason, { permanent: message.permanent }));
          case 'broken':
            return reject(asFailure(message.error));
        }
      });
      child.once('error', reject);
      child.once('close', (_, killedBy) => reject(endOf(killedBy, said)));
      child.send(order, (error) => error && reject(error));
    });
  } finally {
    signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await exited;
  }
}

/** Why a process has ended without a reply. */
function endOf(killedBy: NodeJS.Signals | null, said: string): Error {
  if (/heap out of memory|allocation failed/i.test(said)) return outOfMemory(true, said);
  // Nobody here has killed it: the system does, when it has no memory left for all.
  if (killedBy === 'SIGKILL') return outOfMemory(false, said);
  return new Error(`The analysis ended without a result. ${said}`.trim());
}

/** What V8 says when the system has no room for a raster. */
function asFailure(error: unknown): unknown {
  const isRasterRefused = error instanceof RangeError && /allocation failed/.test(error.message);
  return isRasterRefused ? outOfMemory(true, error) : error;
}

function outOfMemory(permanent: boolean, cause: unknown): AnalysisFailure {
  return new AnalysisFailure(
    'The analysis needed more memory than it may use. Choose a smaller area.',
    { permanent, cause },
  );
}
