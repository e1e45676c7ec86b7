import type { FastifyReply } from 'fastify';
import { ApiFailure } from './failure.ts';

/** Calls back when the caller disconnects, or has done so, before the reply is finished. */
export function onLeaving({ raw }: FastifyReply, callback: () => void): void {
  if (raw.destroyed && !raw.writableFinished) {
    callback();
    return;
  }
  raw.once('close', () => {
    if (!raw.writableFinished) callback();
  });
}

/** Returns a signal that aborts when the caller disconnects before the reply is finished. */
export function whileWanted(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  onLeaving(reply, () => {
    controller.abort(new ApiFailure(408, 'caller_left', 'The caller has gone.'));
  });
  return controller.signal;
}
