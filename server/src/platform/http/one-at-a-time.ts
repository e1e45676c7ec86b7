import type { FastifyReply } from 'fastify';
import { TaskQueue } from '../task-queue.ts';
import { ApiFailure } from './failure.ts';
import { whileWanted } from './leaving.ts';

/** Of the people who ask, so many may wait. */
const maxWaiting = 10;

/**
 * Creates a function that does heavy work for callers, one after the other. When many wait, others
 * are told by this code and sentence to come again.
 */
export function oneAtATime(code: string, sentence: string) {
  const queue = new TaskQueue(1);
  return async <Result>(
    reply: FastifyReply,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    if (queue.waitingCount >= maxWaiting) {
      reply.header('retry-after', 10);
      throw new ApiFailure(503, code, sentence);
    }
    const signal = whileWanted(reply);
    return await queue.run(() => work(signal), signal);
  };
}
