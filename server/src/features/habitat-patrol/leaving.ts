import type { FastifyReply } from 'fastify';

/** Calls back when the caller goes before the reply is finished. */
export function onLeaving({ raw }: FastifyReply, callback: () => void): void {
  raw.once('close', () => {
    if (!raw.writableFinished) callback();
  });
}
