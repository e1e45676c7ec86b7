import type { OutgoingHttpHeaders } from 'node:http';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { App } from './api.ts';
import { registerErrors } from './errors.ts';
import { refuseOtherSites } from './other-sites.ts';

async function statusFor(headers: OutgoingHttpHeaders, method: 'GET' | 'POST' = 'POST') {
  const app = fastify().withTypeProvider() as unknown as App;
  registerErrors(app);
  refuseOtherSites(app, 'https://maps.example.org');
  app.route({ method: ['GET', 'POST'], url: '/', handler: async () => ({}) });
  return (await app.inject({ method, url: '/', headers: { host: '10.0.0.5', ...headers } }))
    .statusCode;
}

test.each([
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  // A proxy may put another name into Host.
  { origin: 'https://maps.example.org' },
  { origin: 'http://10.0.0.5' },
])('a program, and a page of our own, may change things: %j', async (headers) => {
  expect(await statusFor(headers)).toBe(200);
});

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://maps.example.org' },
  { origin: 'https://evil.example' },
  { origin: 'https://maps.example.org.evil.example' },
  // A frame without an origin of its own, a file of the disk.
  { origin: 'null' },
])('a page of another site may read, and change nothing: %j', async (headers) => {
  expect(await statusFor(headers)).toBe(403);
  expect(await statusFor(headers, 'GET')).toBe(200);
});
