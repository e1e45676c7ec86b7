import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { App } from './api.ts';
import { refuseConnection } from './refused-connection.ts';

/** Requests that are limited by silence only and not by their total time. */
const bySilence = new WeakSet<IncomingMessage>();

/** Closes the connection of a request whose body stops arriving, however long the whole may take. */
export function endSilence(request: IncomingMessage, milliseconds: number): void {
  bySilence.add(request);
  // Injected requests of tests have no real connection.
  if (!(request.socket instanceof Socket)) return;
  request.setTimeout(milliseconds, () =>
    request.destroy(new Error('The sender was silent for too long.')),
  );
  // After the body has arrived, the reply has no time limit.
  request.once('end', () => request.setTimeout(0));
}

/**
 * Ends requests that do not arrive completely in time, so that slow senders can't hold every
 * connection. Node's own limit does not allow exceptions.
 */
export function limitSlowRequests(app: App, milliseconds: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const timer = setTimeout(() => {
      if (raw.complete || bySilence.has(raw)) return;
      refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
    }, milliseconds);
    timer.unref();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
