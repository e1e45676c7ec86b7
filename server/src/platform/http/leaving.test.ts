import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { whileWanted } from './leaving.ts';

/**
 * Sends a request to a real server, which gives the reply object to the test while the caller
 * waits.
 */
async function openReply() {
  const app = Fastify();
  const replies = Promise.withResolvers<{ reply: FastifyReply }>();
  app.get('/', (_, reply) => {
    replies.resolve({ reply });
    return reply.hijack();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const caller = connect(port, '127.0.0.1');
  caller.on('error', () => {}).resume();
  caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  // The reply is returned inside of an object. A reply is thenable, so awaiting it directly would
  // wait for its end.
  return { app, caller, ...(await replies.promise) };
}

test('a caller who goes while the reply is made aborts its signal', async () => {
  const { app, caller, reply } = await openReply();
  const signal = whileWanted(reply);
  expect(signal.aborted).toBe(false);
  caller.destroy();
  await once(signal, 'abort');
  expect(signal.reason).toMatchObject({ statusCode: 408, code: 'caller_left' });
  await app.close();
});

test('a caller who had gone before aborts it at once', async () => {
  const { app, caller, reply } = await openReply();
  caller.destroy();
  await once(reply.raw, 'close');
  expect(whileWanted(reply).aborted).toBe(true);
  await app.close();
});

test('a reply that is finished aborts nothing', async () => {
  const { app, caller, reply } = await openReply();
  const signal = whileWanted(reply);
  reply.raw.end('done');
  await once(reply.raw, 'close');
  expect(signal.aborted).toBe(false);
  expect(whileWanted(reply).aborted).toBe(false);
  caller.destroy();
  await app.close();
});
