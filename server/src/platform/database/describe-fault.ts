import { membersOf } from '@refugia/contract/members.ts';

/** WASI's numbers, by which the embedded PostgreSQL's file system names what went wrong. */
const fileFaults: Record<number, string> = {
  2: 'permission denied',
  19: 'the disk quota is used up',
  29: 'the disk can not be read or written',
  51: 'no space is left on the disk',
  69: 'the file system is read-only',
};

/** Describes an error of the embedded PostgreSQL, of whose file system errors are not of class `Error`. */
export function describeFault(error: unknown): string {
  if (error instanceof Error && /^Aborted\(/.test(error.message))
    return 'it gave up, as it does when no space is left on the disk';
  if (error instanceof Error && error.message !== '') return error.message;
  const { errno } = membersOf(error);
  if (typeof errno !== 'number') return String(error);
  return fileFaults[errno] ?? `file system fault ${errno}`;
}
