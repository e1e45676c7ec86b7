import fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { registerPlugins } from '../http/plugins.ts';
import { identifyVisitor, readVisitor } from './visitor.ts';

async function createApp(cookieKey: string, publicUrl = 'http://127.0.0.1:3000') {
  const app = fastify({ trustProxy: true }).withTypeProvider();
  const config = readConfig({ PUBLIC_URL: publicUrl });
  await registerPlugins(app, { config, cookieKey });
  app.get('/identify', (request, reply) => ({ visitor: identifyVisitor(request, reply) }));
  app.get('/read', (request) => ({ visitor: readVisitor(request) ?? null }));
  return app;
}

test('a browser is the same visitor by its cookie, which scripts can’t read', async () => {
  const app = await createApp('key');
  const first = await app.inject('/identify');
  const [given] = first.cookies;
  expect(given).toMatchObject({ name: 'visitor', httpOnly: true, sameSite: 'Lax', path: '/' });
  const cookies = { visitor: given?.value ?? '' };

  const again = await app.inject({ url: '/identify', cookies });
  expect(again.json()).toEqual(first.json());
  expect(again.cookies).toEqual([]);
  expect((await app.inject({ url: '/read', cookies })).json()).toEqual(first.json());
  expect((await app.inject('/identify')).json()).not.toEqual(first.json());
});

test('a cookie that we did not sign is nobody’s', async () => {
  const foreign = (await (await createApp('other')).inject('/identify')).cookies[0]?.value ?? '';
  const app = await createApp('key');
  for (const visitor of [foreign, 'made-up', '']) {
    expect((await app.inject({ url: '/read', cookies: { visitor } })).json()).toEqual({
      visitor: null,
    });
  }
});

test.each(['http', 'https'])(
  'the cookie goes over HTTPS only where people use HTTPS, though the request says %s',
  async (proto) => {
    const headers = { 'x-forwarded-proto': proto };
    const secure = await createApp('key', 'https://maps.example.org');
    const [cookie] = (await secure.inject({ url: '/identify', headers })).cookies;
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax' });
    const plain = await createApp('key');
    const [other] = (await plain.inject({ url: '/identify', headers })).cookies;
    expect(other).not.toHaveProperty('secure');
  },
);
