import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { identifyVisitor, readVisitor } from './visitor.ts';

async function createApp(secret: string) {
  const app = fastify({ trustProxy: true });
  await app.register(cookie, { secret });
  app.get('/identify', (request, reply) => ({ visitor: identifyVisitor(request, reply) }));
  app.get('/read', (request) => ({ visitor: readVisitor(request) ?? null }));
  return app;
}

test('a browser is the same visitor by its cookie, which scripts can’t read', async () => {
  const app = await createApp('key');
  const first = await app.inject('/identify');
  const [given] = first.cookies;
  expect(given).toMatchObject({ name: 'visitor', httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(given).not.toHaveProperty('secure');
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

test('over HTTPS the cookie goes over HTTPS only', async () => {
  const app = await createApp('key');
  const reply = await app.inject({ url: '/identify', headers: { 'x-forwarded-proto': 'https' } });
  expect(reply.cookies[0]).toMatchObject({ secure: true });
});
