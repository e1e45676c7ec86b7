import { runSentence, type StoredFact } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { FailedAttempt } from '@refugia/contract/habitat-patrol/runs.ts';
import { messages } from '@refugia/contract/messages.ts';
import type { FastifyReply } from 'fastify';

/** Why an attempt gave no result, and whether the same request would fail again. */
interface AttemptFailure {
  readonly reason: StoredFact;
  readonly permanent: boolean;
  /** The id of the failed run, if there was one. */
  readonly id?: string;
}

/** Answers with a failure, by the status codes of docs/decisions/006-status-codes-of-runs.md. */
export const answerFailedAttempt = (reply: FastifyReply, failure: AttemptFailure) =>
  reply.code(failure.permanent ? 422 : 502).send(describeFailedAttempt(failure));

/** The specification's sentence together with what happened. */
export function describeFailedAttempt({ reason, permanent, id }: AttemptFailure): FailedAttempt {
  return {
    error: messages.habitatPatrol.attemptFailed,
    code: permanent ? 'attempt_would_fail_again' : 'attempt_failed',
    reason: runSentence(reason),
    permanent,
    ...(id !== undefined && { id }),
  };
}
