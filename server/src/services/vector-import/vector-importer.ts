import { fileSentence } from '@refugia/contract/file-facts.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { AreaOfFile, AreaOptions } from '@refugia/engine/vector/index.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { ProcessFailure } from '../../platform/processes/process-failure.ts';
import { runInProcess } from '../../platform/processes/run-in-process.ts';
import { TaskQueue } from '../../platform/task-queue.ts';
import type { FeatureBatch, FeatureOptions, ImportedLayers } from './feature-batches.ts';
import type { ImportAnswer, ImportOrder, ImportProgram } from './import-worker.ts';
import type { VectorFile } from './vector-form.ts';

/** The error for a file that can't be imported. The message is a sentence for a person. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
}

/** The error when so many files wait that another one could not be read in reasonable time. */
export class ImportsBusyError extends Error {
  constructor() {
    super('Too many files are being read at the moment. Please try again shortly.');
    this.name = 'ImportsBusyError';
  }
}

export interface VectorImporterOptions {
  processes?: number;
  /** Files that may wait for a process. */
  maxWaiting?: number;
  timeoutMilliseconds?: number;
  /** The largest resident memory of one process. */
  maxMemoryBytes?: number;
  /** The largest JavaScript heap of one process, which is a part of its memory. */
  maxHeapMegabytes?: number;
}

const defaults: Required<VectorImporterOptions> = {
  processes: 2,
  maxWaiting: 16,
  timeoutMilliseconds: 30_000,
  maxMemoryBytes: 300_000_000,
  maxHeapMegabytes: 150,
};

/** A file that is being read, and the callers who wait for it. */
interface Reading {
  readonly input: Uint8Array;
  readonly onBatch?: (batch: FeatureBatch) => void;
  readonly signal: AbortSignal;
}

type GivenAnswer = Exclude<ImportAnswer, { kind: 'refused' }>;

const entry = new URL('./import-worker.ts', import.meta.url);

/**
 * Reads uploaded vector files. Each is read in a process of its own that does not get the server's
 * settings, may not write files, and is ended when it exceeds its time or memory limit.
 */
export class VectorImporter {
  readonly #options: Required<VectorImporterOptions>;
  readonly #queue: TaskQueue;
  readonly #closing = new AbortController();

  constructor(options: VectorImporterOptions = {}) {
    this.#options = { ...defaults, ...options };
    this.#queue = new TaskQueue(this.#options.processes);
  }

  /**
   * Reads the polygons of a file as one area.
   * @throws {ImportRefusal} when there are none, or the file can't be read
   * @throws {ImportsBusyError} when too many wait; the signal's reason when aborted
   */
  async importArea(file: VectorFile, area: AreaOptions, signal: AbortSignal): Promise<AreaOfFile> {
    const order: ImportOrder = { fileName: file.name, wanted: { kind: 'area', options: area } };
    const answer = await this.#inTurn(order, { input: file.bytes, signal });
    if (answer.kind !== 'area') throw new Error(`an area was asked for, not ${answer.kind}`);
    return answer.area;
  }

  /**
   * Reads all features of a file that have a geometry. They are passed on in batches while the file
   * is read, so that they are never all in memory.
   * @throws {ImportRefusal} when the file can't be read
   * @throws {ImportsBusyError} when too many wait; the signal's reason when aborted
   */
  async importFeatures(
    file: VectorFile,
    options: FeatureOptions & { readonly onBatch: (batch: FeatureBatch) => void },
    signal: AbortSignal,
  ): Promise<ImportedLayers> {
    const { onBatch, ...wanted } = options;
    const order = { fileName: file.name, wanted: { kind: 'features', options: wanted } } as const;
    const answer = await this.#inTurn(order, { input: file.bytes, onBatch, signal });
    if (answer.kind !== 'features') throw new Error(`features were asked for, not ${answer.kind}`);
    return answer.layers;
  }

  async #inTurn(order: ImportOrder, reading: Reading): Promise<GivenAnswer> {
    if (this.#queue.waitingCount >= this.#options.maxWaiting) throw new ImportsBusyError();
    const signal = AbortSignal.any([reading.signal, this.#closing.signal]);
    return await this.#queue.run(() => this.#run(order, { ...reading, signal }), signal);
  }

  close(): void {
    this.#closing.abort(new Error('The server is stopping.'));
  }

  async #run(order: ImportOrder, { input, onBatch, signal }: Reading): Promise<GivenAnswer> {
    const { maxHeapMegabytes, maxMemoryBytes, timeoutMilliseconds } = this.#options;
    try {
      const answer = await runInProcess<ImportProgram>(entry, order, {
        signal,
        input,
        isConfined: true,
        heapMegabytes: maxHeapMegabytes,
        memoryBytes: maxMemoryBytes,
        milliseconds: timeoutMilliseconds,
        onProgress: onBatch,
      });
      if (answer.kind === 'refused') throw new ImportRefusal(fileSentence(answer.fact));
      return answer;
    } catch (error) {
      const kind = error instanceof ProcessFailure ? error.kind : undefined;
      if (kind === 'memory') throw new ImportRefusal(tooMuch);
      if (kind === 'time') throw new ImportRefusal(tooLong(timeoutMilliseconds));
      throw error;
    }
  }
}

const tooMuch =
  'Reading the file takes more memory than it may. Split it into smaller files, or simplify its shapes.';

function tooLong(milliseconds: number): string {
  return `Reading the file takes longer than ${milliseconds / 1000} seconds. Split it into smaller files, or simplify its shapes.`;
}

/** The body of a 422 for a file that can't be imported. */
interface RefusedFile {
  readonly error: string;
  readonly code: string;
  readonly reason: string;
}

/**
 * Describes why an import was refused: the specification's sentence, and the reason.
 * @param reply gets the header Retry-After when too many files wait
 * @param code the stable word of the refusal; default: that of a file
 * @throws {ApiFailure} 503 when too many files wait; any other error unchanged
 */
export function refusalOfImport(
  error: unknown,
  reply: { header(name: string, value: number): unknown },
  code = 'vector_file_unprocessable',
): RefusedFile {
  if (error instanceof ImportRefusal) {
    const { vectorFileUnprocessable } = messages.habitatPatrol;
    return { error: vectorFileUnprocessable, code, reason: error.message };
  }
  if (!(error instanceof ImportsBusyError)) throw error;
  reply.header('retry-after', 5);
  throw new ApiFailure(503, 'imports_busy', error.message);
}
