import fastify from 'fastify';
import { expect, test } from 'vitest';
import { trustNearestProxy } from './proxy.ts';

test('the client is whom the nearest proxy names, whatever the client wrote before', async () => {
  const app = fastify({ trustProxy: trustNearestProxy });
  app.get('/', (request) => ({ ip: request.ip }));
  const reply = await app.inject({
    url: '/',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '1.1.1.1, 203.0.113.7' },
  });
  expect(reply.json()).toEqual({ ip: '203.0.113.7' });
});
