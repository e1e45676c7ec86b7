import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { defaultSiteSettings } from '@refugia/contract/site/site.ts';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from './api.ts';
import { findStyleSheets, registerWeb } from './web.ts';

let directory: string;
let app: App;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(
    join(directory, 'index.html'),
    '<head><!-- page --><title>dev</title><!-- /page --><link rel="stylesheet" crossorigin href="/assets/main-3f2a.css"></head><main></main>',
  );
  await writeFile(join(directory, 'icon.svg'), '<svg/>');
  await writeFile(
    join(directory, 'manifest.webmanifest'),
    JSON.stringify({ name: 'built', short_name: 'built', start_url: '/landing' }),
  );
  await writeFile(join(directory, '.built-from'), 'notes');
  await writeFile(
    join(directory, '.early-files.json'),
    JSON.stringify({
      '/apps/habitatpatrol/map': [
        '/assets/main-3f2a.css',
        '/assets/map-1b.js',
        '/assets/map-2c.css',
      ],
    }),
  );
  await mkdir(join(directory, '.hidden'));
  await writeFile(join(directory, '.hidden', 'notes.txt'), 'notes');
  await writeFile(join(directory, 'assets', 'main-3f2a.js'), 'run()');
  await writeFile(join(directory, 'assets', 'main-3f2a.js.br'), brotliCompressSync('run()'));
  await writeFile(join(directory, 'assets', 'map-worker-4d.js'), 'work()');
  app = fastify().withTypeProvider();
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.setHeader('content-security-policy', "default-src 'self'");
    reply.raw.setHeader('x-content-type-options', 'nosniff');
  });
  await registerWeb(app, {
    directory,
    publicUrl: 'https://maps.example.org',
    site: { ...defaultSiteSettings, brandName: 'Maps & </script> "More"' },
    describe: async (path, parameters) => {
      if (parameters.get('run') === 'broken') throw new Error('no database');
      const isRun = path === '/apps/habitatpatrol/map' && parameters.get('run') === 'known';
      return isRun ? { title: 'Owl <wood>', description: 'Two summers compared.' } : undefined;
    },
  });
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
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toMatch(/^<head>[\s\S]*<\/head><main><\/main>$/);
    expect(reply.body).not.toContain('dev');
    expect(reply.headers['cache-control']).toBe('no-cache');
  },
);

test.each(['/nowhere', '/index.html', '/landing/more'])(
  '%s is the page with a 404',
  async (url) => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('<title>Page not found · ');
    expect(reply.body).toContain('<meta name="robots" content="noindex" />');
  },
);

test('a page names the files early that its own first ones would ask for, once each', async () => {
  const links = (body: string) =>
    body.match(/<link rel="(modulepreload|preload|stylesheet)"[^>]*>/g);
  const everywhere = '<link rel="stylesheet" crossorigin href="/assets/main-3f2a.css">';
  expect(links((await get('/apps/habitatpatrol/map?run=1')).body)).toEqual([
    everywhere,
    '<link rel="modulepreload" crossorigin href="/assets/map-1b.js" />',
    '<link rel="preload" as="style" crossorigin href="/assets/map-2c.css" />',
  ]);
  expect(links((await get('/landing')).body)).toEqual([everywhere]);
  expect((await get('/.early-files.json', '*/*')).statusCode).toBe(404);
});

test('what crawlers read is in the page itself', async () => {
  const { body } = await get('/support/sitemap');
  expect(body).toContain(
    '<title>Site map · Maps &amp; &lt;/script&gt; "More"</title>'.replaceAll(
      '"More"',
      '&quot;More&quot;',
    ),
  );
  expect(body).toMatch(/<meta name="description" content="[^"]{20,}" \/>/);
  expect(body).toContain(
    '<meta property="og:url" content="https://maps.example.org/support/sitemap" />',
  );
  expect(body).toContain(
    '<meta property="og:image" content="https://maps.example.org/social.jpg" />',
  );
  expect(body).not.toContain('noindex');
  const settings = /<script type="application\/json" id="site-settings">([\s\S]*?)<\/script>/.exec(
    body,
  );
  expect(JSON.parse(settings?.[1] ?? '')).toMatchObject({ brandName: 'Maps & </script> "More"' });
});

test('a page is named by what its parameters show, and search engines leave it out', async () => {
  const { body } = await get('/apps/habitatpatrol/map?run=known');
  expect(body).toContain('<meta property="og:title" content="Owl &lt;wood&gt; · Maps ');
  expect(body).toContain('<meta name="description" content="Two summers compared." />');
  expect(body).toContain('<meta name="robots" content="noindex" />');
  expect(body).not.toContain('og:url');
  for (const run of ['unknown', 'broken']) {
    const other = await get(`/apps/habitatpatrol/map?run=${run}`);
    expect(other.statusCode).toBe(200);
    expect(other.body).toContain('<title>Habitat Patrol map · ');
  }
});

test('who keeps the pages as an app finds it under the name of this installation', async () => {
  const reply = await get('/manifest.webmanifest', '*/*');
  expect(reply.headers['content-type']).toContain('application/manifest+json');
  expect(reply.json()).toEqual({
    name: 'Maps & </script> "More"',
    short_name: 'Maps & </script> "More"',
    start_url: '/landing',
  });
});

test('pages of the server’s own find the style sheets of the build', async () => {
  expect(await findStyleSheets(directory)).toEqual(['/assets/main-3f2a.css']);
  expect(await findStyleSheets(join(directory, 'nothing'))).toEqual([]);
});

test('a page with a parameter names no canonical address', async () => {
  const { body } = await get('/profile/ada');
  expect(body).not.toContain('canonical');
  expect(body).toContain('noindex');
});

test('a build without a place for the head is refused', async () => {
  const old = await mkdtemp(join(tmpdir(), 'refugia-test-'));
  await writeFile(join(old, 'index.html'), '<title>page</title>');
  const site = defaultSiteSettings;
  await expect(
    registerWeb(fastify().withTypeProvider(), { directory: old, publicUrl: '', site }),
  ).rejects.toThrow('rebuild web');
  await rm(old, { recursive: true });
});

test('files are sent as the build packed them, to who can unpack them', async () => {
  const headers = { accept: '*/*', 'accept-encoding': 'gzip, br' };
  const packed = await app.inject({ url: '/assets/main-3f2a.js', headers });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('run()');
  expect(packed.headers['content-type']).toContain('javascript');
  expect(packed.headers['cache-control']).toContain('immutable');
  expect((await get('/assets/main-3f2a.js', '*/*')).headers['content-encoding']).toBeUndefined();
});

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

test('files whose name begins with a dot are not served', async () => {
  for (const url of [
    '/.built-from',
    '/%2ebuilt-from',
    '/.hidden/notes.txt',
    '/assets/../.built-from',
  ]) {
    const reply = await get(url, '*/*');
    expect(reply.statusCode).toBe(404);
    expect(reply.body).not.toContain('notes');
  }
});

test('nothing outside the folder is served', async () => {
  await writeFile(join(directory, '..', 'outside.txt'), 'secret');
  for (const url of ['/..%2foutside.txt', '/assets/..%2f..%2foutside.txt', '/%2e%2e/outside.txt']) {
    expect((await get(url, '*/*')).body).not.toContain('secret');
  }
  await rm(join(directory, '..', 'outside.txt'));
});

test.each([
  ['/assets/main-3f2a.js', false],
  ['/assets/map-worker-4d.js', true],
  ['/icon.svg', true],
  ['/landing', true],
])('%s says what a page may load: %s', async (url, expected) => {
  for (const encoding of ['identity', 'br']) {
    const accept = url === '/landing' ? 'text/html' : '*/*';
    const reply = await app.inject({ url, headers: { accept, 'accept-encoding': encoding } });
    expect(reply.statusCode).toBe(200);
    expect('content-security-policy' in reply.headers).toBe(expected);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  }
});
