import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerErrors } from './errors.ts';
import { ApiFailure } from './failure.ts';
import { readFormParts } from './form.ts';

const app = fastify();
let port: number;

beforeAll(async () => {
  registerErrors(app.withTypeProvider());
  await app.register(multipart);
  app.post('/unread', async (request) => {
    for await (const _part of readFormParts(request, {})) {
      throw new ApiFailure(415, 'wrong_type', 'This file has another type.');
    }
  });
  app.post('/begun', async (request) => {
    for await (const part of readFormParts(request, {})) {
      if (part.type !== 'file') continue;
      for await (const _bytes of part.file) {
        throw new ApiFailure(415, 'not_a_tiff', 'This file begins otherwise.');
      }
    }
  });
  app.get('/', () => 'still here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const chunk = Buffer.alloc(100_000, ' ');
const chunks = 80;

/** Writes a form with a file of 8 MB, without reading anything meanwhile. */
async function writeForm(socket: Socket, path: string): Promise<void> {
  const head =
    '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const foot = '\r\n--edge--\r\n';
  const length = head.length + chunk.length * chunks + foot.length;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${length}\r\n\r\n${head}`,
  );
  for (let sent = 0; sent < chunks; sent += 1) {
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.write(foot);
}

// Simple scripts read the reply only after everything was sent, and use the connection again.
test.each([
  ['/unread', 'wrong_type'],
  ['/begun', 'not_a_tiff'],
])('who sends 8 MB to %s hears why they are refused, and can go on', async (path, code) => {
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  await writeForm(socket, path);
  socket.write('GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n');
  let replies = '';
  for await (const bytes of socket) replies += bytes;
  expect(replies).toMatch(/^HTTP\/1\.1 415 /);
  expect(replies).toContain(`"code":"${code}"`);
  expect(replies).toMatch(/HTTP\/1\.1 200 OK[\s\S]*still here$/);
});
