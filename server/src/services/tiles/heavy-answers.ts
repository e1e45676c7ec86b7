import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiFailure } from '../../platform/http/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { callerOf } from '../../platform/session/caller-limits.ts';
import { asBusy } from './tile-answer.ts';

/** The most large pictures at the same time, each of which takes some hundred megabytes for seconds. */
const maxPictures = 2;

export type HeavyAnswers = ReturnType<typeof createHeavyAnswers>;

/** Makes the function that sends large pictures, which tells callers beyond its limits to come again. */
export function createHeavyAnswers({ sessions }: Platform) {
  const underWay = new Set<string>();
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { contentType, make }: { contentType: string; make: () => Promise<Buffer | undefined> },
  ) => {
    const caller = await callerOf(sessions, request);
    if (underWay.has(caller) || underWay.size >= maxPictures) {
      reply.header('retry-after', 5);
      throw underWay.has(caller)
        ? new ApiFailure(
            429,
            'picture_under_way',
            'A large picture is being made for you already. Please try again when it is there.',
          )
        : new ApiFailure(
            503,
            'pictures_busy',
            'Too many large pictures are being made. Please try again in a moment.',
          );
    }
    underWay.add(caller);
    try {
      const made = await make().catch((error: unknown) => {
        throw asBusy(error, reply);
      });
      if (!made) throw new ApiFailure(404, 'file_not_found', 'This file has been removed.');
      return reply.type(contentType).send(made);
    } finally {
      underWay.delete(caller);
    }
  };
}
