/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code that Node, the database or a library gave an error; undefined where there is none. */
export function codeOf(error: unknown): string | undefined {
  return textOf(error, 'code');
}

/**
 * The constraint that a refused write of the database would have broken, if the error has that code
 * of PostgreSQL. The query library wraps the database's own error.
 */
export function brokenConstraint(error: unknown, code: string): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return codeOf(cause) === code ? (textOf(cause, 'constraint') ?? '') : undefined;
}

function textOf(error: unknown, name: 'code' | 'constraint'): string | undefined {
  if (!(error instanceof Error) || !(name in error)) return undefined;
  const text: unknown = Reflect.get(error, name);
  return typeof text === 'string' ? text : undefined;
}
