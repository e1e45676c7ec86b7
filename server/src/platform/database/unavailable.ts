import { DrizzleQueryError } from 'drizzle-orm/errors';
import { brokenConstraint, codeOf, messageOf } from '../thrown.ts';

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
  return (
    connectionCode.test(codeOf(error.cause) ?? '') || driverSentences.test(messageOf(error.cause))
  );
}

/** Whether a row could not be written because its account has just been deleted. */
export function isAccountGone(error: unknown): boolean {
  return /_account_id_fk$/.test(brokenConstraint(error, '23503') ?? '');
}
