import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let product: TestApp;

beforeAll(async () => {
  product = await createTestApp();
});
afterAll(() => product.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  product.app.inject({ url, headers });

test('says that it is there', async () => {
  const reply = await get('/api/health');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ status: 'ok' });
});

test('pages may run our scripts and no others', async () => {
  const policy = String((await get('/api/health')).headers['content-security-policy']);
  const directives = Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values];
    }),
  );
  expect(directives['script-src']).toEqual(["'self'"]);
  expect(directives['default-src']).toEqual(["'self'"]);
  expect(directives['worker-src']).toContain('blob:');
  expect(directives['img-src']).toEqual(expect.arrayContaining(['data:', 'blob:', 'https:']));
  expect(directives['object-src']).toEqual(["'none'"]);
});

describe('failures', () => {
  const notFound = {
    error: 'The requested resource specified by the current URL is not found.',
    code: 'not_found',
  };

  test.each(['/api/nothing', '/api', '/tiles/nothing', '/api/accounts/nothing'])(
    '%s is a 404 for programs, whoever asks',
    async (url) => {
      const reply = await get(url, { accept: 'text/html' });
      expect(reply.statusCode).toBe(404);
      expect(reply.json()).toEqual(notFound);
    },
  );

  const post = (payload: string, contentType = 'application/json') =>
    product.app.inject({
      method: 'POST',
      url: '/api/accounts/activate',
      payload,
      headers: { 'content-type': contentType },
    });

  test('a body that is no JSON', async () => {
    const reply = await post('{"uid":');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      error: 'The request could not be understood: check its form and its JSON.',
      code: 'bad_request',
    });
  });

  test('a body of another type', async () => {
    expect((await post('uid=1', 'text/plain')).json()).toMatchObject({
      code: 'unsupported_media_type',
    });
  });

  test('a body beyond the limit', async () => {
    const reply = await post(JSON.stringify({ uid: 'x'.repeat(2_100_000), token: '' }));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toEqual({ error: 'The request is too large.', code: 'too_large' });
  });

  test('a missing field is named', async () => {
    const reply = await post('{"uid":"1"}');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'invalid', fields: { token: expect.any(String) } });
  });
});

test('the API’s document names every call with its replies', async () => {
  const document = (await get('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  for (const path of [
    '/token-auth/',
    '/api/accounts/register',
    '/api/accounts/activate',
    '/api/accounts/useraccount',
    '/api/health',
  ]) {
    expect(Object.keys(document.paths)).toContain(path);
  }
  expect(Object.keys(document.paths['/api/accounts/register'].post.responses).sort()).toEqual([
    '201',
    '400',
    '409',
    '429',
  ]);
  expect(document.paths).not.toHaveProperty('/dev/mail');
  const names = Object.keys(z.record(z.string(), z.unknown()).parse(document.components.schemas));
  expect(names).toContain('ApiError');
  const page = await get('/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
});
