import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { App } from './api.ts';
import { refuseWhileClosing } from './closing.ts';
import { registerErrors } from './errors.ts';

test('a request that comes while the server stops is answered in our form', async () => {
  const app = fastify({ return503OnClosing: false }).withTypeProvider() as unknown as App;
  registerErrors(app);
  refuseWhileClosing(app);
  app.get('/', async () => ({}));
  const closing = Promise.withResolvers<void>();
  app.addHook('preClose', async () => closing.resolve());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  // Half of a request has arrived when the server begins to stop, so its connection is not a new
  // one.
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise((resolve) => socket.write('GET / HTTP/1.1\r\nHost: here\r\n', resolve));
  await expect.poll(() => connectionsOf(app)).toBe(1);
  const closed = app.close();
  await closing.promise;
  socket.write('\r\n');
  const reply = await text(socket);
  await closed;
  expect(reply).toMatch(/^HTTP\/1.1 503 /);
  expect(reply).toMatch(/\r\nretry-after: 5\r\n/i);
  expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toEqual({
    error: 'The server is stopping. Please try again in a moment.',
    code: 'stopping',
  });
});

function connectionsOf(app: App): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
