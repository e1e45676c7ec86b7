/**
 * The messages of a program that runs in a process of its own. All of them can be cloned. The
 * program is one module, which exports such a type and calls `serveOrder`.
 */
export interface Program {
  readonly order: unknown;
  readonly progress: unknown;
  readonly result: unknown;
}

/** The message that the launcher sends, once. */
export interface OrderMessage {
  readonly order: unknown;
  readonly niceness: number;
  readonly memoryBytes: number | undefined;
}

/** The messages that the program sends: progress any number of times, then a result or an error. */
export type ProgramMessage =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'thrown'; readonly error: ThrownError };

/** The parts of an error that are sent, of which cloning would lose some. */
export type ThrownError = Pick<Error, 'name' | 'message' | 'stack'> & {
  /** Of an error of the system, such as ENOSPC. */
  readonly code?: unknown;
};

/** Signals that end the server in order, which are sent to its processes at the same time. */
export const serverSignals = ['SIGINT', 'SIGTERM'] as const satisfies readonly NodeJS.Signals[];

/** The error output of a process that its memory watch has ended. */
export const memoryLimitReached = 'The memory limit of this process has been reached.';
