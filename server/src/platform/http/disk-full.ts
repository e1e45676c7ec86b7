import { messages } from '@refugia/contract/messages.ts';
import { ApiFailure } from './failure.ts';

/** Codes of the system, and PostgreSQL's `disk_full`. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);
/** A bucket's service answers 507 when it is full. */
const bucketStatus = 507;
/**
 * Node's message, which is all that is left of an error of another process, and the end of
 * PostgreSQL's, which gives an exceeded quota no code of its own.
 */
const sentences = /^(?:ENOSPC|EDQUOT):|: (?:No space left on device|(?:Disk )?[Qq]uota exceeded)$/;

/** Whether a write failed because a disk, a quota or a bucket is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, status } = error as { code?: unknown; status?: unknown };
  if (codes.has(code) || status === bucketStatus || sentences.test(error.message)) return true;
  return isDiskFull(error.cause);
}

/** The refusal of a write for which there is no room. */
export function diskFullFailure(): ApiFailure {
  return new ApiFailure(507, 'disk_full', messages.diskFull);
}
