import { messages } from '@refugia/contract/messages.ts';
import { RequestRefusedError } from '../../lib/api-errors.ts';

/** The server's own sentence when it said no; the general one when the call failed. */
export function failureText(error: unknown): string {
  return error instanceof RequestRefusedError ? error.message : messages.somethingWentWrong;
}
