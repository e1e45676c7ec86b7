import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type StandIn, sendJson, startStandIn } from '../../../testing/stand-in.ts';
import { Outbound, OutboundError, type OutboundOptions } from './outbound.ts';

let service: StandIn;
let elsewhere: StandIn;
let time = 0;

beforeEach(async () => {
  time = 0;
  elsewhere = await startStandIn((_request, reply) => sendJson(reply, 'elsewhere'));
  service = await startStandIn((_request, reply) => sendJson(reply, { well: true }));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
  await elsewhere.close();
});

function outbound(changes: Partial<OutboundOptions> = {}): Outbound {
  return new Outbound({
    service: 'The service',
    allowedHosts: [service.host],
    now: () => time,
    ...changes,
  });
}

async function failure(
  promise: Promise<unknown>,
): Promise<Pick<OutboundError, 'fault' | 'message'>> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  const { fault, message } = error as OutboundError;
  return { fault, message };
}

test('a reply is read with its kind', async () => {
  const reply = await outbound().get(`${service.url}/x?a=1`, 'application/json');
  expect(reply.contentType).toBe('application/json');
  expect(new TextDecoder().decode(reply.bytes)).toBe('{"well":true}');
  expect(await outbound().getJson(`${service.url}/x`)).toEqual({ well: true });
});

describe('an answer that is of no use', () => {
  test.each([404, 500, 503])('status %i', async (status) => {
    service.answer = (_request, reply) => reply.writeHead(status).end('{}');
    expect(await failure(outbound().getJson(service.url))).toEqual({
      fault: 'unusable',
      message: `The service answered with HTTP status ${status}.`,
    });
  });

  test('no JSON', async () => {
    service.answer = (_request, reply) => reply.end('<html>Sign in to the network</html>');
    expect(await failure(outbound().getJson(service.url))).toEqual({
      fault: 'unusable',
      message: "The service answered with something that isn't JSON.",
    });
  });

  test('more than is taken, compressed or not', async () => {
    const text = JSON.stringify('a'.repeat(100_000));
    const message = 'The service answered with more than 5000 bytes.';
    service.answer = (_request, reply) => reply.end(text);
    expect(await failure(outbound({ maxBytes: 5_000 }).getJson(service.url))).toEqual({
      fault: 'unusable',
      message,
    });
    service.answer = (_request, reply) => {
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
    };
    expect(await failure(outbound({ maxBytes: 5_000 }).getJson(service.url))).toEqual({
      fault: 'unusable',
      message,
    });
  });

  test('one that breaks off', async () => {
    service.answer = (_request, reply) => {
      reply.writeHead(200, { 'content-length': '1000' });
      reply.write('{"half":', () => reply.destroy());
    };
    expect(await failure(outbound().getJson(service.url))).toEqual({
      fault: 'unusable',
      message: 'The service broke off its answer.',
    });
  });

  test('one that begins and never ends', async () => {
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    // Node publishes this event when the headers of an answer have arrived.
    const afterHeaders = () => setImmediate(() => deadline.abort());
    subscribe('http.client.response.finish', afterHeaders);
    onTestFinished(() => void unsubscribe('http.client.response.finish', afterHeaders));
    service.answer = (_request, reply) => {
      reply.writeHead(200).write('{"half":');
    };
    expect(await failure(outbound({ replyMilliseconds: 60 }).getJson(service.url))).toEqual({
      fault: 'unusable',
      message: 'The service answered too slowly.',
    });
    expect(timeout).toHaveBeenCalledWith(60);
  });
});

describe('hosts', () => {
  test.each([
    ['another host', () => elsewhere.url],
    ['a file', () => 'file:///etc/passwd'],
    ['a name and password', () => service.url.replace('http://', 'http://a:b@')],
    ['no address', () => 'nowhere'],
  ])('%s is not asked', async (_what, address) => {
    expect(outbound().allows(address())).toBe(false);
    expect((await failure(outbound().getJson(address()))).fault).toBe('unusable');
    expect([...service.requests, ...elsewhere.requests]).toEqual([]);
  });

  test('a redirect elsewhere is refused, one on the same host is followed', async () => {
    const redirectTo = (location: string) => {
      service.answer = (request, reply) => {
        if (request.url === '/there') return sendJson(reply, 'there');
        return reply.writeHead(302, { location }).end();
      };
    };
    redirectTo(`${elsewhere.url}/secrets`);
    expect(await failure(outbound().getJson(service.url))).toEqual({
      fault: 'unusable',
      message: `The service leads to ${elsewhere.host}, which is not among the hosts that may be asked.`,
    });
    expect(elsewhere.requests).toEqual([]);
    redirectTo('/there');
    expect(await outbound().getJson(service.url)).toBe('there');
    redirectTo('/again');
    expect(await failure(outbound().getJson(service.url))).toEqual({
      fault: 'unusable',
      message: 'The service redirects more than 3 times.',
    });
  });
});

describe('a service that is not there', () => {
  test('is left alone for a while, for longer each time, until it answers', async () => {
    const calls = outbound({ pauseMilliseconds: 1_000, maxPauseMilliseconds: 3_000 });
    service.answer = (request) => request.destroy();
    const silence = { fault: 'unreachable', message: "The service can't be reached." };
    for (const [now, requests] of [
      [0, 1],
      [999, 1],
      [1_000, 2],
      [2_999, 2],
      [3_000, 3],
      [5_999, 3],
      [6_000, 4],
    ] as const) {
      time = now;
      expect(await failure(calls.getJson(service.url))).toEqual(silence);
      expect(service.requests).toHaveLength(requests);
    }
    time = 9_000;
    service.answer = (_request, reply) => sendJson(reply, 'back');
    expect(await calls.getJson(service.url)).toBe('back');
    service.answer = (request) => request.destroy();
    await failure(calls.getJson(service.url));
    time = 10_000;
    await failure(calls.getJson(service.url));
    // The first of the two requests broke a kept connection and was repeated over a new one.
    expect(service.requests).toHaveLength(8);
  });

  test('is given up when it does not begin to answer', async () => {
    service.answer = () => {};
    expect(await failure(outbound({ firstByteMilliseconds: 40 }).getJson(service.url))).toEqual({
      fault: 'unreachable',
      message: 'The service takes too long.',
    });
  });

  test('an answer of no use is no silence: the next question is asked', async () => {
    const calls = outbound();
    service.answer = (_request, reply) => reply.writeHead(500).end();
    await failure(calls.getJson(service.url));
    await failure(calls.getJson(service.url));
    expect(service.requests).toHaveLength(2);
  });
});

test('failures are told of, one for each request that was made', async () => {
  const failures: string[] = [];
  const calls = outbound({ onFailure: ({ message }) => failures.push(message) });
  service.answer = (_request, reply) => reply.writeHead(500).end();
  await failure(calls.getJson(service.url));
  service.answer = (request) => request.destroy();
  await failure(calls.getJson(service.url));
  await failure(calls.getJson(service.url));
  expect(failures).toEqual([
    'The service answered with HTTP status 500.',
    "The service can't be reached.",
  ]);
});

test('only so many requests are under way, and only so many wait', async () => {
  const calls = outbound({ concurrency: 2, maxWaiting: 1 });
  const answers: (() => void)[] = [];
  service.answer = (_request, reply) => answers.push(() => sendJson(reply, 'late'));
  const asked = [1, 2, 3].map((each) => calls.getJson(`${service.url}/${each}`));
  expect(await failure(calls.getJson(`${service.url}/4`))).toEqual({
    fault: 'unreachable',
    message: 'The service is asked too much at the moment.',
  });
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(service.requests).toHaveLength(2);
  answers[0]();
  while (answers.length < 3) await new Promise((resolve) => setImmediate(resolve));
  for (const answer of answers.slice(1)) answer();
  expect(await Promise.all(asked)).toEqual(['late', 'late', 'late']);
});
