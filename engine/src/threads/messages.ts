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
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Describes anything that was thrown in the form in which it can be sent. */
export function describeError(thrown: unknown): SentError {
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
