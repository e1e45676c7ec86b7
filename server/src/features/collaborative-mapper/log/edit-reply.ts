import { conflictReplySchema } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FastifyReply } from 'fastify';
import { ConflictError } from './apply-changes.ts';

export const conflictResponse = { 409: conflictReplySchema };

/** The sentence that comes with conflicts. */
export const conflictSentence =
  'This was changed by somebody else meanwhile, and both changes can’t be kept. Please choose.';

/** Answers conflicts with 409 and all that is needed to choose; anything else is thrown on. */
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
