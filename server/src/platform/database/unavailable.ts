import { DrizzleQueryError } from 'drizzle-orm/errors';

/**
 * Error codes of the system, the driver and the server for a connection that can't be made or was
 * lost. Those of PostgreSQL are the classes 08 (connection exception) and 57P (the server is
 * shutting down or starting), https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const connectionCode =
  /^(?:ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|08...|57P0.)$/;
const driverSentences = /Connection terminated|timeout exceeded when trying to connect/;

/** Whether a query failed because the database can't be reached, so that it may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { code, message = '' } = (error.cause ?? {}) as { code?: unknown; message?: string };
  return (typeof code === 'string' && connectionCode.test(code)) || driverSentences.test(message);
}

/** Whether a row could not be written because its account has just been deleted. */
export function isAccountGone(error: unknown): boolean {
  const cause = (error instanceof DrizzleQueryError ? error.cause : error) as {
    code?: unknown;
    constraint?: unknown;
  };
  return cause?.code === '23503' && /_account_id_fk$/.test(String(cause.constraint));
}
