import { membersOf } from '@refugia/contract/members.ts';
import { messages } from '@refugia/contract/messages.ts';
import { ApiFailure } from './failure.ts';

/** Codes of the system, and PostgreSQL's `disk_full`. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);
/** A bucket's service answers 507 when it is full. */
const bucketStatus = 507;
/**
 * PostgreSQL has no code for an exceeded quota: it gives `internal_error`, and ends with the system's
 * words for EDQUOT (`strerror` of glibc and of musl).
 */
const internalError = 'XX000';
const quotaExceeded = /: (?:Disk quota|Quota) exceeded$/;

/** Whether a write failed because a disk, a quota or a bucket is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, status } = membersOf(error);
  if (codes.has(code) || status === bucketStatus) return true;
  if (code === internalError && quotaExceeded.test(error.message)) return true;
  return isDiskFull(error.cause);
}

/** The refusal of a write for which there is no room. */
export function diskFullFailure(): ApiFailure {
  return new ApiFailure(507, 'disk_full', messages.diskFull);
}
