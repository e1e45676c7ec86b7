import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { failureOfEnd, failureOfThrown, ProcessFailure } from './process-failure.ts';
import { type OrderMessage, type Program, type ProgramMessage, serverSignals } from './program.ts';

export interface ProcessOptions<Launched extends Program> {
  /** Aborting ends the process at once, whatever it does. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Launched['progress']) => void) | undefined;
  /** Bytes that the program reads from its standard input. */
  input?: Uint8Array;
  /** The limit of V8's heap, which does not include buffers. */
  heapMegabytes: number;
  /**
   * The limit of each half of the heap for new objects, of which every thread has its own. Default: 8 for a
   * confined process, else V8's.
   */
  semiSpaceMegabytes?: number;
  /** The limit of resident memory, buffers included, which a thread in the process watches. Default: none. */
  memoryBytes?: number;
  /** The longest time that the process may run. Default: no limit. */
  milliseconds?: number;
  /** The process's niceness, 0 to 19: higher values leave more of the processor to others. */
  niceness?: number;
  /** For untrusted files: no environment of the server, no written files and no started processes. */
  isConfined?: boolean;
  /** Environment variables besides those that are passed on from the server. */
  environment?: Readonly<Record<string, string>>;
  /** The folder of Node's compile cache, which halves the time to start a process. */
  compiledFolder?: string | undefined;
}

/**
 * Environment variables of the server that a process which is not confined receives: the paths of
 * programs and temporary files, and trusted certificates. Secrets are not among them, because the
 * process reads files from elsewhere.
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

/** Node's permission model: the process may read all files and start threads, and nothing else. */
const confinement = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
];

const confinedSemiSpaceMegabytes = 8;

/**
 * A process that was not yet ready to ignore a signal dies of it. The server has the same signal,
 * and its shutdown, which aborts the work, is awaited for this long.
 */
const abortMilliseconds = 2_000;

/** How much of a process's error output is stored. V8's report before it aborts fits into this. */
const keptErrorCharacters = 4_000;

/**
 * Runs a program on one order in a process of its own, which has ended when the promise settles.
 * The program is a module that calls `serveOrder`.
 * @throws {ProcessFailure} when the process ends without a result or meets a limit; the signal's
 *   reason when aborted; else what the program throws
 */
export async function runInProcess<Launched extends Program>(
  entry: URL,
  order: Launched['order'],
  options: ProcessOptions<Launched>,
): Promise<Launched['result']> {
  options.signal?.throwIfAborted();
  const child = launch(entry, options);
  const closed = once(child, 'close').catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  try {
    return await new Promise<Launched['result']>((resolve, reject) => {
      onAbort = () => reject(options.signal?.reason);
      options.signal?.addEventListener('abort', onAbort, { once: true });
      if (options.milliseconds !== undefined) {
        timer = setTimeout(() => reject(new ProcessFailure('time')), options.milliseconds);
      }
      child.on('message', (message: ProgramMessage) => {
        switch (message.kind) {
          case 'progress':
            return options.onProgress?.(message.progress);
          case 'result':
            return resolve(message.result);
          case 'thrown':
            return reject(failureOfThrown(message.error));
        }
      });
      const lastWords = collectLastWords(child);
      child.once('error', reject);
      child.once('close', (_, killedBy) => {
        const failure = failureOfEnd(killedBy, lastWords());
        if (!serverSignals.some((signal) => signal === killedBy)) return reject(failure);
        clearTimeout(timer);
        timer = setTimeout(() => reject(failure), abortMilliseconds);
      });
      give(child, order, options);
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
    child.kill('SIGKILL');
    await closed;
  }
}

function launch<Launched extends Program>(
  entry: URL,
  options: ProcessOptions<Launched>,
): ChildProcess {
  const { heapMegabytes, isConfined, environment, compiledFolder, input } = options;
  const { semiSpaceMegabytes = isConfined ? confinedSemiSpaceMegabytes : undefined } = options;
  return fork(entry, {
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      ...(semiSpaceMegabytes ? [`--max-semi-space-size=${semiSpaceMegabytes}`] : []),
      ...(isConfined ? confinement : []),
    ],
    env: {
      ...(!isConfined && passedOn(process.env)),
      ...environment,
      ...(compiledFolder && { NODE_COMPILE_CACHE: compiledFolder }),
    },
    serialization: 'advanced',
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function passedOn(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    passedVariables.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Sends the order and the input. Where that fails, the reason is taken from how the process ended. */
function give<Launched extends Program>(
  child: ChildProcess,
  order: Launched['order'],
  { niceness = 0, memoryBytes, input }: ProcessOptions<Launched>,
): void {
  const message: OrderMessage = { order, niceness, memoryBytes };
  child.send(message, () => {});
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
}

function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-keptErrorCharacters);
  });
  return () => words.trim();
}
