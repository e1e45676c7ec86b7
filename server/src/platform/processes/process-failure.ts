import { memoryLimitReached, type ThrownError } from './program.ts';

/**
 * Why a process has ended without a result:
 * - `memory`: it needed more than its limits allow, or than the system has for one buffer;
 * - `time`: it took longer than it may;
 * - `killed`: somebody else ended it, such as the system when its memory is short;
 * - `ended`: it crashed or exited by itself.
 */
export type ProcessFailureKind = 'memory' | 'time' | 'killed' | 'ended';

const sentences: Record<ProcessFailureKind, string> = {
  memory: 'The process needed more memory than it may use.',
  time: 'The process took longer than it may.',
  killed: 'The process was killed.',
  ended: 'The process ended without a result.',
};

/** A process that ended without a result. Its message is for the log, with the end of its error output. */
export class ProcessFailure extends Error {
  readonly kind: ProcessFailureKind;

  constructor(kind: ProcessFailureKind, options: { lastWords?: string; cause?: unknown } = {}) {
    super(`${sentences[kind]} ${options.lastWords ?? ''}`.trim(), { cause: options.cause });
    this.name = 'ProcessFailure';
    this.kind = kind;
  }
}

/** Whether the process was ended by somebody else, so that another attempt may succeed. */
export function isKilled(error: unknown): boolean {
  return error instanceof ProcessFailure && error.kind === 'killed';
}

/** The failure of a process that ended without its launcher's doing. */
export function failureOfEnd(killedBy: NodeJS.Signals | null, lastWords: string): ProcessFailure {
  return new ProcessFailure(kindOfEnd(killedBy, lastWords), { lastWords });
}

function kindOfEnd(killedBy: NodeJS.Signals | null, lastWords: string): ProcessFailureKind {
  const isOutOfMemory =
    lastWords.endsWith(memoryLimitReached) ||
    /heap out of memory|allocation failed/i.test(lastWords) ||
    // V8 aborts when its heap is full, and only on some systems does it print that.
    killedBy === 'SIGABRT' ||
    killedBy === 'SIGTRAP';
  if (isOutOfMemory) return 'memory';
  return killedBy === null ? 'ended' : 'killed';
}

/** The error that a program threw. A refused buffer allocation counts as a lack of memory. */
export function failureOfThrown({ name, message, stack, code }: ThrownError): Error {
  const error = Object.assign(new Error(message), { name }, code !== undefined && { code });
  if (stack !== undefined) error.stack = stack;
  const isBufferRefused = name === 'RangeError' && /allocation failed/.test(message);
  return isBufferRefused ? new ProcessFailure('memory', { cause: error }) : error;
}
