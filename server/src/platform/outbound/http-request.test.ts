import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { request } from './http-request.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<{ url: URL; connections: () => number }> {
  let count = 0;
  const server = createServer(answer).on('connection', () => {
    count++;
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/`), connections: () => count };
}

const get = { method: 'GET', headers: {} } as const;
const untold = new AbortController().signal;

async function textOf(url: URL): Promise<string> {
  const { body } = await request(url, get, untold);
  return Buffer.concat(await body.toArray()).toString();
}

test('a packed body comes unpacked', async () => {
  const { url } = await serve((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('{"features":[]}'));
  });
  expect(await textOf(url)).toBe('{"features":[]}');
});

test('what breaks while a packed body is read is told to its reader', async () => {
  const { url } = await serve((_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync('{"features":[]}').subarray(0, 12));
  });
  await expect(textOf(url)).rejects.toThrow('unexpected end of file');
});

test('the connection is kept for the next request', async () => {
  const { url, connections } = await serve((_, response) => response.end('bytes'));
  for (let count = 0; count < 5; count++) expect(await textOf(url)).toBe('bytes');
  expect(connections()).toBe(1);
});

test('a kept connection that the server closes as it is used again costs no request', async () => {
  const sockets: unknown[] = [];
  const { url } = await serve((message, response) => {
    const isKept = sockets.includes(message.socket);
    sockets.push(message.socket);
    if (isKept) message.socket.destroy();
    else response.end('bytes');
  });
  expect(await textOf(url)).toBe('bytes');
  expect(await textOf(url)).toBe('bytes');
  expect(sockets).toHaveLength(3);
});

test('a blob is sent with its length', async () => {
  const { url } = await serve(async (message, response) => {
    const [body] = await message.toArray();
    response.end(`${message.method} ${message.headers['content-length']} ${body}`);
  });
  const asked = { method: 'PUT', headers: {}, body: new Blob(['a file']) } as const;
  const { body } = await request(url, asked, untold);
  expect(Buffer.concat(await body.toArray()).toString()).toBe('PUT 6 a file');
});

test('what is sent arrives, and headers come back', async () => {
  const { url } = await serve(async (message, response) => {
    const [body] = await message.toArray();
    response.writeHead(418, {
      'x-asked': `${message.method} ${message.headers['x-given']} ${body}`,
    });
    response.end();
  });
  const asked = { method: 'POST', headers: { 'x-given': 'this' }, body: '{}' } as const;
  const reply = await request(url, asked, untold);
  reply.body.destroy();
  expect(reply.status).toBe(418);
  expect(reply.header('x-asked')).toBe('POST this {}');
  expect(reply.header('x-other')).toBeUndefined();
});

test('an abort ends a body that is under way', async () => {
  const { url } = await serve((_, response) => response.write('the first of many bytes'));
  const given = new AbortController();
  const { body } = await request(url, get, given.signal);
  const read = body.toArray();
  given.abort();
  await expect(read).rejects.toThrow('aborted');
});
