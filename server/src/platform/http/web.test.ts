import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from './app.ts';
import { registerWeb } from './web.ts';

let directory: string;
let app: App;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<title>page</title>');
  await writeFile(join(directory, 'icon.svg'), '<svg/>');
  await writeFile(join(directory, 'assets', 'main-3f2a.js'), 'run()');
  app = fastify().withTypeProvider();
  await registerWeb(app, directory);
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = (url: string, accept = 'text/html') => app.inject({ url, headers: { accept } });

test.each(['/', '/landing', '/profile/a.b', '/apps/habitatpatrol/map?run=1', '/profile/ada'])(
  '%s is the page, asked for anew each time',
  async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('<title>page</title>');
    expect(reply.headers['cache-control']).toBe('no-cache');
  },
);

test('files with a hash in their name are kept for good, others are not', async () => {
  const script = await get('/assets/main-3f2a.js', '*/*');
  expect(script.body).toBe('run()');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/icon.svg', '*/*')).headers['cache-control']).toBe('no-cache');
});

test.each([
  ['/assets/gone-1234.js', '*/*'],
  ['/api/unknown', 'text/html'],
  ['/dev/unknown', 'text/html'],
  ['/landing', 'application/json'],
])('%s asked for as %s is a 404', async (url, accept) => {
  const reply = await get(url, accept);
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ code: 'not_found' });
});

test('nothing outside the folder is served', async () => {
  await writeFile(join(directory, '..', 'outside.txt'), 'secret');
  for (const url of ['/..%2foutside.txt', '/assets/..%2f..%2foutside.txt', '/%2e%2e/outside.txt']) {
    expect((await get(url, '*/*')).body).not.toContain('secret');
  }
  await rm(join(directory, '..', 'outside.txt'));
});
