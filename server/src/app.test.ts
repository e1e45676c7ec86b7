import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  expect(directives['img-src']).toEqual(["'self'", 'data:', 'blob:']);
  expect(directives['connect-src']).toEqual(["'self'"]);
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
    expect(reply.json()).toEqual({
      error: 'This is required.',
      code: 'invalid',
      fields: { token: 'This is required.' },
    });
  });

  test('a field of the wrong kind is named in a sentence that can stand alone', async () => {
    expect((await post('{"uid":["1"],"token":""}')).json()).toEqual({
      error: '"uid" must be text.',
      code: 'invalid',
      fields: { uid: 'This must be text.' },
    });
  });

  test.each(['null', '[]', '7'])('a body that is %s instead of an object', async (payload) => {
    const reply = await post(payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      error: expect.stringContaining('JSON object'),
      code: 'invalid',
    });
  });

  test('an address that can’t be decoded', async () => {
    const reply = await get('/api/changedetection/runs/%ff');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ error: expect.any(String), code: 'bad_request' });
  });

  test.each([
    ['PUT', '/api/changedetection/analysis', 'POST'],
    ['GET', '/token-auth', 'POST'],
    ['DELETE', '/api/changedetection/runs/some-id/events', 'GET'],
    ['PATCH', '/tiles/change/a/before/1/2/3.png?size=256', 'HEAD, GET'],
    ['HEAD', '/api/changedetection/runs/some-id/events', 'GET'],
  ] as const)('%s %s names the methods that there are', async (method, url, allowed) => {
    const reply = await product.app.inject({ method, url });
    expect(reply.statusCode).toBe(405);
    expect(String(reply.headers.allow).split(', ').sort()).toEqual(allowed.split(', ').sort());
    if (method !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'method_not_allowed' });
  });
});

test('what is no HTTP request is answered in the same form', async () => {
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.end('nonsense\r\n\r\n');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(head).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(body)).toEqual({ error: expect.any(String), code: 'bad_request' });
});

/**
 * Reads the calls from a printed tree of routes. HEAD is left out because it exists wherever GET
 * does.
 */
function registeredCalls(tree: string): { method: string; path: string }[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods = ''] = /^([│ ]*)[├└]── (\S+) \(([^)]*)\)/.exec(line) ?? [];
    if (part === undefined) return [];
    const depth = indent.length / 4;
    above.splice(depth, Number.POSITIVE_INFINITY, part);
    const path = above.join('');
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ method, path }));
  });
}

describe('the API’s document', () => {
  interface Operation {
    summary?: string;
    deprecated?: boolean;
    responses: Record<string, { description: string; content?: object }>;
  }

  async function readDocument() {
    const document = (await get('/api/openapi.json')).json();
    const paths: Record<string, Record<string, Operation>> = document.paths;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    return { document, paths, operations };
  }

  test('names every call of the accounts and of Habitat Patrol with its replies', async () => {
    const { document, paths, operations } = await readDocument();
    expect(document.openapi).toBe('3.1.0');
    expect(operations.map(({ path, method }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'get /api/health',
        'post /token-auth/',
        'get /api/accounts/register',
        'post /api/accounts/register',
        'post /api/accounts/activate',
        'get /api/accounts/useraccount',
        'post /api/changedetection/analysis',
        'get /api/changedetection/runs/{id}',
        'get /api/changedetection/runs/{id}/events',
        'post /api/changedetection/runs/{id}/cancel',
        'get /api/changedetection/imagery',
        'get /tiles/change/{run}/{layer}/{z}/{x}/{y}.png',
      ]),
    );
    expect(Object.keys(paths['/api/accounts/register']?.post?.responses ?? {}).sort()).toEqual([
      '201',
      '400',
      '409',
      '429',
      // A full disk (docs/operations.md), of which every call that writes may tell.
      '507',
    ]);
    expect(paths).not.toHaveProperty('/dev/mail');
  });

  test('leaves out no call that is there, but for those of our own pages', async () => {
    const { operations } = await readDocument();
    const documented = operations.map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    // The link of a mail leads a browser on to a page of ours, by GET. Its POST is documented.
    const forOurPages =
      /^(\*|\/(assets|basemap|dev|api\/docs|api\/openapi\.json|api\/notifications\/unsubscribe|auth|manifest\.webmanifest)\b)/;
    const registered = registeredCalls(product.app.printRoutes({ commonPrefix: false })).filter(
      ({ path }) => !forOurPages.test(path),
    );
    expect(registered.length).toBeGreaterThan(30);
    expect(
      registered
        .map(({ path, method }) => `${method} ${path === '/token-auth' ? '/token-auth/' : path}`)
        .filter((call) => !documented.includes(call)),
    ).toEqual([]);
  });

  test('says what each call is for and what each reply is', async () => {
    const { operations } = await readDocument();
    for (const { path, method, operation } of operations) {
      const name = `${method} ${path}`;
      expect(operation.summary, name).toBeTruthy();
      const replies = Object.entries(operation.responses);
      // The one call that never succeeds says so.
      expect(operation.deprecated || replies.some(([status]) => status.startsWith('2')), name).toBe(
        true,
      );
      for (const [, { description }] of replies) {
        expect(description, name).toBeTruthy();
        expect(description, name).not.toBe('Default Response');
      }
    }
  });

  test('holds the schemas that it refers to, and no others', async () => {
    const { document } = await readDocument();
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const named = [...new Set([...references].map(([, name]) => name))];
    expect(Object.keys(document.components.schemas).sort()).toEqual(named.sort());
    expect(named).toContain('ApiError');
  });

  test('can be read as a page', async () => {
    const page = await get('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
  });
});
