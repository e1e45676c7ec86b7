import type { App } from './api.ts';
import { ApiFailure } from './failure.ts';

const retryAfterSeconds = 5;

/**
 * Answers requests that arrive while the server stops, in the same form as every other failure.
 * `return503OnClosing: false` turns Fastify's own answer off.
 */
export function refuseWhileClosing(app: App): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_, reply) => {
    if (!isClosing) return;
    reply.header('retry-after', retryAfterSeconds);
    throw new ApiFailure(503, 'stopping', 'The server is stopping. Please try again in a moment.');
  });
}
