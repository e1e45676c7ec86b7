import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerErrors } from './errors.ts';

const app = fastify({ bodyLimit: 1_000 });
let port: number;

beforeAll(async () => {
  registerErrors(app.withTypeProvider());
  app.post('/', () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const part = Buffer.alloc(100_000, ' ');
const parts = 80;

/**
 * Sends 8 MB as simple scripts do, which read the reply only after everything was sent.
 * @returns the reply
 */
async function sendAll(heading: string, wrapped: (part: Buffer) => Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write(
    `POST / HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n${heading}\r\n\r\n`,
  );
  for (let sent = 0; sent < parts; sent += 1) {
    if (!socket.write(wrapped(part))) await once(socket, 'drain');
  }
  socket.write(wrapped(Buffer.alloc(0)));
  let reply = '';
  for await (const chunk of socket) reply += chunk;
  return reply;
}

const chunked = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

test.each([
  ['announced', `Content-Length: ${part.length * parts}`, (bytes: Buffer) => bytes],
  ['unannounced', 'Transfer-Encoding: chunked', chunked],
] as const)('whoever sends 8 MB, %s, hears that it is too much', async (_, heading, wrapped) => {
  const reply = await sendAll(heading, wrapped);
  expect(reply).toMatch(/^HTTP\/1\.1 413 /);
  expect(reply).toContain('{"error":"The request is too large.","code":"too_large"}');
});
