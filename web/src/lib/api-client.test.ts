import { describe, expect, test } from 'vitest';
import { type ApiClientSettings, createApiClient } from './api-client.ts';
import { CallFailedError, RequestRefusedError } from './api-errors.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

/** A client whose network answers each call with the next of these replies. */
function clientWith(replies: (Response | Error)[], settings: Partial<ApiClientSettings> = {}) {
  const sent: Sent[] = [];
  const callApi = createApiClient({
    readToken: () => null,
    ...settings,
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init! });
      const reply = replies.shift()!;
      if (reply instanceof Error) throw reply;
      return reply;
    },
  });
  return { callApi, sent };
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  );
}

describe('a call', () => {
  test('sends JSON and the token, and resolves with the JSON of the reply', async () => {
    const { callApi, sent } = clientWith([json(200, { id: 7 })], { readToken: () => 'abc' });

    await expect(callApi('/api/things', { method: 'POST', body: { name: 'x' } })).resolves.toEqual({
      id: 7,
    });

    expect(sent[0].url).toBe('/api/things');
    expect(sent[0].init.method).toBe('POST');
    expect(sent[0].init.body).toBe('{"name":"x"}');
    expect(sent[0].init.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: 'JWT abc',
    });
  });

  test('escapes the query and leaves out what is undefined', async () => {
    const { callApi, sent } = clientWith([json(200, {})]);
    await callApi('/api/accounts/register', {
      query: { reqType: 'email', input: 'a+b@c.org', page: undefined },
    });
    expect(sent[0].url).toBe('/api/accounts/register?reqType=email&input=a%2Bb%40c.org');
  });

  test('sends no token when it is told so', async () => {
    const { callApi, sent } = clientWith([json(200, {})], { readToken: () => 'abc' });
    await callApi('/token-auth/', { method: 'POST', body: {}, authenticated: false });
    expect(sent[0].init.headers).not.toHaveProperty('authorization');
  });

  test('outlives its page only when it is told so', async () => {
    const { callApi, sent } = clientWith([json(200, {}), json(200, {})]);
    await callApi('/api/rrm/map_requests', { method: 'PUT', body: { id: 1 }, outlivesPage: true });
    await callApi('/api/rrm/map_requests');
    expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false]);
  });

  test('leaves the content type of a form with files to the browser', async () => {
    const { callApi, sent } = clientWith([json(200, {})]);
    const form = new FormData();
    await callApi('/api/upload', { method: 'POST', body: form });
    expect(sent[0].init.body).toBe(form);
    expect(sent[0].init.headers).not.toHaveProperty('content-type');
  });

  test('for a file resolves with its bytes as they come', async () => {
    const { callApi } = clientWith([
      new Response('{ "kept": 1 }\n'),
      json(401, { error: 'Please log in.', code: 'not_authenticated' }),
    ]);
    const file = await callApi<Blob>('/api/export', { asFile: true });
    expect(await file.text()).toBe('{ "kept": 1 }\n');
    const refusal = await failureOf(callApi('/api/export', { asFile: true }));
    expect(refusal).toBeInstanceOf(RequestRefusedError);
  });

  test('that is asked for its progress is sent by what counts it', async () => {
    const shares: number[] = [];
    const { callApi, sent } = clientWith([], {
      readToken: () => 'abc',
      fetchWithProgress: async (address, request, onProgress) => {
        onProgress(0.5);
        expect(address).toBe('/api/upload');
        expect(request).toMatchObject({ method: 'POST', headers: { authorization: 'JWT abc' } });
        return json(200, { id: 7 });
      },
    });
    await expect(
      callApi('/api/upload', {
        method: 'POST',
        body: new FormData(),
        onProgress: (share) => shares.push(share),
      }),
    ).resolves.toEqual({ id: 7 });
    expect(shares).toEqual([0.5]);
    expect(sent).toEqual([]);
  });

  describe('whose reply is asked for line by line', () => {
    const lines = (...parts: string[]) =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
            controller.close();
          },
        }),
        { headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } },
      );

    test('tells each as it comes, wherever the parts end, and resolves with the last', async () => {
      const { callApi, sent } = clientWith([lines('{"n":1}\n{"n"', ':2}\n', '{"n":3}\n')]);
      const told: unknown[] = [];
      const reply = await callApi('/api/x', { onLine: (line) => told.push(line) });
      expect(told).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(reply).toEqual({ n: 3 });
      expect(sent[0].init.headers).toMatchObject({ accept: 'application/x-ndjson' });
    });

    test('resolves with the JSON of a server that answers at once', async () => {
      const { callApi } = clientWith([json(200, { id: 7 })]);
      expect(await callApi('/api/x', { onLine: () => {} })).toEqual({ id: 7 });
    });

    test('is refused like any other', async () => {
      const { callApi } = clientWith([json(400, { error: 'Not so.', code: 'invalid' })]);
      const error = await failureOf(callApi('/api/x', { onLine: () => {} }));
      expect(error).toBeInstanceOf(RequestRefusedError);
    });

    test('fails when it breaks off in a line', async () => {
      const { callApi } = clientWith([lines('{"n":1}\n{"n"')]);
      const error = await failureOf(callApi('/api/x', { onLine: () => {} }));
      expect(error).toBeInstanceOf(CallFailedError);
      expect(error).toMatchObject({ message: 'The reply of the server broke off.' });
    });
  });

  test('resolves with nothing when the reply has no body', async () => {
    const { callApi } = clientWith([new Response(null, { status: 204 })]);
    await expect(callApi('/api/things/7', { method: 'DELETE' })).resolves.toBeUndefined();
  });
});

describe('a refusal', () => {
  test('carries the sentence, the code and the fields', async () => {
    const { callApi } = clientWith([
      json(400, { error: 'Not so.', code: 'invalid', fields: { email: 'Taken.' } }),
    ]);
    const error = await failureOf(callApi('/api/x'));
    expect(error).toBeInstanceOf(RequestRefusedError);
    expect(error).toMatchObject({
      message: 'Not so.',
      status: 400,
      code: 'invalid',
      fields: { email: 'Taken.' },
    });
  });

  test('of a token is reported with that token and the call', async () => {
    const refused: unknown[] = [];
    const { callApi } = clientWith([json(401, { error: 'Log in.', code: 'unauthenticated' })], {
      readToken: () => 'old',
      onTokenRefused: (...told) => refused.push(told),
    });
    await failureOf(callApi('/api/x'));
    expect(refused).toEqual([['old', { method: 'GET', path: '/api/x' }]]);
  });

  test('of wrong credentials is no refusal of a token', async () => {
    const refused: unknown[] = [];
    const { callApi } = clientWith([json(401, { error: 'No.', code: 'credentials' })], {
      readToken: () => 'old',
      onTokenRefused: (...told) => refused.push(told),
    });
    await failureOf(callApi('/token-auth/', { method: 'POST', authenticated: false }));
    expect(refused).toEqual([]);
  });
});

describe('a failed call', () => {
  test.each([
    ['the network is down', new TypeError('Failed to fetch'), null],
    ['the server fails', json(500, { error: 'Sorry.', code: 'internal' }), 500],
    ['a proxy answers in its own words', new Response('<html>Bad gateway', { status: 502 }), 502],
    ['a page comes in place of JSON', new Response('<!doctype html>', { status: 200 }), 200],
    ['a 4xx is not in the form of the contract', json(404, { detail: 'nope' }), 404],
  ])('when %s', async (_, reply, status) => {
    const { callApi } = clientWith([reply]);
    const error = await failureOf(callApi('/api/x'));
    expect(error).toBeInstanceOf(CallFailedError);
    expect(error).toMatchObject({ status });
  });

  test('is not what an abort is called', async () => {
    const abort = new AbortController();
    const { callApi } = clientWith([new DOMException('Aborted', 'AbortError')]);
    abort.abort();
    const error = await failureOf(callApi('/api/x', { signal: abort.signal }));
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toHaveProperty('name', 'AbortError');
  });
});
