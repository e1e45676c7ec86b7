import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { App } from './api.ts';
import { readForwardedAddress, trustNearestProxy } from './proxy.ts';

async function seenAs(forwardedFor: string): Promise<string> {
  const app = fastify({ trustProxy: trustNearestProxy });
  readForwardedAddress(app as unknown as App);
  app.get('/', (request) => ({ ip: request.ip }));
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })).json().ip;
}

test('the client is whom the nearest proxy names, whatever the client wrote before', async () => {
  expect(await seenAs('1.1.1.1, 203.0.113.7')).toBe('203.0.113.7');
});

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7:50000', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
])('a port is no part of the address: %s', async (header, address) => {
  expect(await seenAs(header)).toBe(address);
});

test.each(['unknown', '_hidden', '1.1.1.1, garbage 17', '', '999.1.1.1'])(
  'what is no address is the proxy, each time: "%s"',
  async (header) => {
    expect(await seenAs(header)).toBe('10.0.0.1');
  },
);
