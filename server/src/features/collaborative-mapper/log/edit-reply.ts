import { conflictReplySchema } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FastifyReply } from 'fastify';
import { ConflictError } from './apply-changes.ts';

export const conflictResponse = { 409: conflictReplySchema };

/** The sentence of a reply with conflicts. */
export const conflictSentence =
  'This was changed by somebody else meanwhile, and both changes can’t be kept. Please choose.';

/**
 * Answers a ConflictError with 409 and everything that a person needs to resolve it. Other errors
 * are thrown on.
 */
export async function answeringConflicts<Result>(
  reply: FastifyReply,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return reply.code(409).send({
      error: conflictSentence,
      code: 'conflict',
      conflicts: [...error.conflicts],
    }) as Result;
  }
}
