import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AreaOptions, ImportedArea } from '@refugia/engine/vector/index.ts';
import type { ImportAnswer, ImportOrder } from './import-worker.ts';

/** Why a file can't be imported, as a sentence for a person. */
export class ImportRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefusal';
  }
}

/** More files wait than can be read in reasonable time. */
export class ImportsBusyError extends Error {
  constructor() {
    super('Too many files are being read at the moment. Please try again shortly.');
    this.name = 'ImportsBusyError';
  }
}

export interface VectorImporterOptions {
  /** Files that are read at the same time. */
  processes?: number;
  /** Files that may wait for that. */
  maxWaiting?: number;
  timeoutMilliseconds?: number;
  /** Of one process, all in all. */
  maxMemoryBytes?: number;
  /** JavaScript's own heap, a part of it. */
  maxHeapMegabytes?: number;
}

const defaults: Required<VectorImporterOptions> = {
  processes: 2,
  maxWaiting: 16,
  timeoutMilliseconds: 30_000,
  maxMemoryBytes: 300_000_000,
  maxHeapMegabytes: 150,
};

/** Far more than the largest area takes as text. */
const maxAnswerBytes = 20_000_000;
const entry = fileURLToPath(new URL('./import-worker.ts', import.meta.url));

/**
 * Reads uploaded vector files, each in a process of its own that has neither the server's settings nor
 * the right to write, and that is ended when it takes too long or too much memory.
 */
export class VectorImporter {
  readonly #options: Required<VectorImporterOptions>;
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  #running = 0;

  constructor(options: VectorImporterOptions = {}) {
    this.#options = { ...defaults, ...options };
  }

  /**
   * The polygons of a file, ready to be an area.
   * @throws {ImportRefusal} when there are none, or the file can't be read
   * @throws {ImportsBusyError} when too many wait; the signal's reason when aborted
   */
  async importArea(
    file: { readonly name: string; readonly bytes: Uint8Array },
    area: AreaOptions,
    signal: AbortSignal,
  ): Promise<ImportedArea> {
    await this.#takeTurn();
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    try {
      ended.throwIfAborted();
      const { maxMemoryBytes } = this.#options;
      return await this.#run({ fileName: file.name, area, maxMemoryBytes }, file.bytes, ended);
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Ends what is being read. */
  close(): void {
    this.#closing.abort(new Error('The server is stopping.'));
  }

  async #takeTurn(): Promise<void> {
    if (this.#running >= this.#options.processes) {
      if (this.#waiting.length >= this.#options.maxWaiting) throw new ImportsBusyError();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }

  #run(order: ImportOrder, bytes: Uint8Array, signal: AbortSignal): Promise<ImportedArea> {
    const { maxHeapMegabytes, timeoutMilliseconds } = this.#options;
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${maxHeapMegabytes}`,
        '--max-semi-space-size=8',
        '--permission',
        '--allow-fs-read=*',
        '--allow-worker',
        '--disable-warning=SecurityWarning',
        '--disable-warning=ExperimentalWarning',
        entry,
        JSON.stringify(order),
      ],
      { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true },
    );
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        child.kill('SIGKILL');
      }, timeoutMilliseconds);
      const onAbort = () => child.kill('SIGKILL');
      signal.addEventListener('abort', onAbort, { once: true });
      const output = collect(child.stdout, () => child.kill('SIGKILL'));
      const complaints = collect(child.stderr, () => child.stderr.resume());
      child.once('error', reject);
      child.once('close', (code, endSignal) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        if (signal.aborted) reject(signal.reason);
        else if (isLate) reject(new ImportRefusal(tooLong(timeoutMilliseconds)));
        else if (code === 0) settle(output(), resolve, reject);
        else if (isOutOfMemory(endSignal, complaints())) reject(new ImportRefusal(tooMuch));
        else reject(new Error(`Reading a vector file failed: ${complaints().slice(0, 2000)}`));
      });
      // A process that has ended reads no more; why it ended is told above.
      child.stdin.on('error', () => {});
      child.stdin.end(bytes);
    });
  }
}

const tooMuch =
  'Reading the file takes more memory than it may. Split it into smaller files, or simplify its shapes.';

function tooLong(milliseconds: number): string {
  return `Reading the file takes longer than ${milliseconds / 1000} seconds. Split it into smaller files, or simplify its shapes.`;
}

/** The memory watch kills; V8 aborts when its own heap is full, with a message on some systems. */
function isOutOfMemory(signal: NodeJS.Signals | null, complaints: string): boolean {
  return (
    signal === 'SIGKILL' ||
    signal === 'SIGABRT' ||
    signal === 'SIGTRAP' ||
    /heap out of memory|allocation failed/i.test(complaints)
  );
}

function settle(
  output: string,
  resolve: (area: ImportedArea) => void,
  reject: (error: Error) => void,
): void {
  const answer: ImportAnswer = JSON.parse(output);
  switch (answer.kind) {
    case 'area':
      resolve(answer.area);
      break;
    case 'refused':
      reject(new ImportRefusal(answer.reason));
      break;
  }
}

/** Gathers a stream's text, up to a bound. */
function collect(stream: NodeJS.ReadableStream, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) onTooMuch();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString();
}
