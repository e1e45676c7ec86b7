import { fork } from 'node:child_process';
import { once } from 'node:events';
import { processEnvironment } from '@refugia/engine/analysis/process-environment.ts';
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

/**
 * What such a process is told of the server's environment: where programs and temporary files are,
 * and whom to trust. The secrets among the server's settings are no business of code that reads
 * files from elsewhere.
 */
const passedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SystemRoot',
  'TZ',
  'LANG',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

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
    env: {
      ...passedOn(process.env),
      ...processEnvironment,
      ...(compiledFolder && { NODE_COMPILE_CACHE: compiledFolder }),
    },
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

function passedOn(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
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
