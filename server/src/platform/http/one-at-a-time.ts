import type { FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import { ApiFailure } from './failure.ts';
import { whileWanted } from './leaving.ts';

/** Of the people who ask, so many may wait. */
const maxWaiting = 10;

/**
 * Creates a function that does heavy work for callers, one after the other. When many wait, others are told
 * to come again, by this code and sentence.
 */
export function oneAtATime(code: string, sentence: string) {
  const inTurn = pLimit(1);
  return async <Result>(
    reply: FastifyReply,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    if (inTurn.pendingCount >= maxWaiting) {
      reply.header('retry-after', 10);
      throw new ApiFailure(503, code, sentence);
    }
    const signal = whileWanted(reply);
    return await inTurn(() => {
      signal.throwIfAborted();
      return work(signal);
    });
  };
}
