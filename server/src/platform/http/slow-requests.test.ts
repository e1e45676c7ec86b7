import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@refugia/contract/limits.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from './api.ts';
import { endSilence, limitSlowRequests } from './slow-requests.ts';

const wholeMilliseconds = 400;
const silenceMilliseconds = 300;
let app: FastifyInstance;

beforeEach(async () => {
  app = Fastify({ requestTimeout: 0 });
  limitSlowRequests(app as unknown as App, wholeMilliseconds);
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  app.post('/upload', async ({ raw }) => {
    endSilence(raw, silenceMilliseconds);
    let bytes = 0;
    for await (const chunk of raw) bytes += chunk.length;
    return { bytes };
  });
  app.post('/other', async ({ raw }) => {
    for await (const _ of raw);
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/**
 * Sends one byte after each pause.
 * @returns the status, or that the connection was ended, and the time that it took
 */
async function send(path: string, pauses: readonly number[]) {
  const { port } = app.server.address() as AddressInfo;
  const began = performance.now();
  const request = httpRequest({
    ...{ host: '127.0.0.1', port, path, method: 'POST' },
    headers: { 'content-type': 'application/octet-stream', 'content-length': pauses.length + 1 },
  });
  const ended = new Promise<number | 'ended'>((resolve) => {
    request.once('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    request.on('error', () => resolve('ended'));
  });
  request.write('a');
  for (const milliseconds of pauses) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
    if (!request.destroyed) request.write('a');
  }
  const outcome = await ended;
  return { outcome, milliseconds: performance.now() - began };
}

const moving = Array.from({ length: 12 }, () => 70);

test('an upload that moves is ended by no limit for whole requests', async () => {
  const { outcome, milliseconds } = await send('/upload', moving);
  expect(outcome).toBe(200);
  expect(milliseconds).toBeGreaterThan(2 * wholeMilliseconds);
});

test('silence ends an upload, however much of it has come', async () => {
  expect(await send('/upload', [50, 50, 60_000])).toMatchObject({ outcome: 'ended' });
});

test('any other request ends after its time, though it moves', async () => {
  const { outcome, milliseconds } = await send('/other', moving);
  expect([408, 'ended']).toContain(outcome);
  expect(milliseconds).toBeLessThan(2 * wholeMilliseconds);
});

test('uploads may be silent for 60 seconds', () => expect(limits.upload.silenceSeconds).toBe(60));
