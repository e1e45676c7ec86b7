import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deadlinesOf } from '@refugia/engine/testing/http-imagery.ts';
import { type ImageryServer, startImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startStandIn } from '../../../testing/stand-in.ts';
import { HttpClient } from './http-client.ts';
import { HttpError } from './http-request.ts';

let folder: string;
let server: ImageryServer;
let url: string;
const content = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 251);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-client-'));
  await writeFile(join(folder, 'file.tif'), content);
  await writeFile(join(folder, 'page.tif'), '<html>');
  server = await startImageryServer(folder);
  url = `http://${server.host}/files/file.tif`;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  server.faults.clear();
  server.requests.length = 0;
});

function client(options: Partial<ConstructorParameters<typeof HttpClient>[0]> = {}) {
  return new HttpClient({
    allowedHosts: [server.host],
    ...options,
    retry: { attempts: 4, firstDelayMilliseconds: 1, maxDelayMilliseconds: 20, ...options.retry },
  });
}

async function failure(promise: Promise<unknown>): Promise<HttpError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
}

describe('ranges', () => {
  test.each([
    ['the start', 0, 10],
    ['the middle', 50_000, 1_000],
    ['over the end', 99_990, 500],
  ])('%s', async (_where, offset, length) => {
    const bytes = await client().range(url, offset, length);
    expect(Buffer.from(bytes).equals(content.subarray(offset, offset + length))).toBe(true);
  });

  test('past the end there are no bytes', async () => {
    expect(await client().range(url, 100_000, 10)).toHaveLength(0);
    expect(await client().range(url, 5, 0)).toHaveLength(0);
  });

  test('a server that sends the whole file is read as far as needed', async () => {
    server.faults.add({ kind: 'whole-file', path: /file/ });
    const bytes = await client().range(url, 1_000, 50);
    expect(Buffer.from(bytes).equals(content.subarray(1_000, 1_050))).toBe(true);
    const error = await failure(client({ maxRangeBytes: 60_000 }).range(url, 70_000, 50));
    expect(error.retryable).toBe(false);
    expect(error.message).toContain('whole file');
  });

  test('a range beyond the limit is refused before it is asked for', async () => {
    const error = await failure(client({ maxRangeBytes: 10 }).range(url, 0, 11));
    expect(error.retryable).toBe(false);
    expect(server.requests).toHaveLength(0);
  });
});

describe('what may pass is tried again', () => {
  test.each([
    ['429', { kind: 'status', status: 429 }],
    ['429 with Retry-After', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['503', { kind: 'status', status: 503 }],
    ['a broken connection', { kind: 'reset' }],
    ['a truncated body', { kind: 'truncate' }],
  ] as const)('%s, twice', async (_name, fault) => {
    server.faults.add({ ...fault, path: /file/, times: 2 });
    const http = client();
    expect(await http.range(url, 0, 4_000)).toHaveLength(4_000);
    expect(server.requests).toHaveLength(3);
  });

  test('an answer that never comes is given up after the time of an attempt', async () => {
    server.faults.add({ kind: 'hang', path: /file/, times: 1 });
    const patient = client({ attemptDeadline: deadlinesOf(server) });
    expect(await patient.range(url, 0, 10)).toHaveLength(10);
    expect(server.requests).toHaveLength(2);
    server.faults.add({ kind: 'hang', path: /file/ });
    const http = client({ attemptTimeoutMilliseconds: 50 });
    const error = await failure(http.range(url, 0, 10));
    expect(error.retryable).toBe(true);
    expect(error.message).toContain('longer than 0.05 s');
    expect(error.message).toContain('4 attempts');
  });

  test('what is late to begin still has its time to go on', async () => {
    // The test decides when a deadline passes: one does after the headers have arrived and before
    // the body.
    const deadlines: AbortController[] = [];
    const late = await startStandIn(async (_request, reply) => {
      const headers = { 'content-range': 'bytes 0-9/100000', 'content-length': '10' };
      reply.writeHead(206, headers).flushHeaders();
      await setTimeout(200);
      deadlines[0].abort();
      reply.end(content.subarray(0, 10));
    });
    onTestFinished(() => late.close());
    const attemptDeadline = () => {
      deadlines.push(new AbortController());
      return deadlines.at(-1)!.signal;
    };
    const http = client({ allowedHosts: [late.host], attemptDeadline });
    expect(await http.range(`${late.url}/file.tif`, 0, 10)).toHaveLength(10);
    // A second attempt would have begun with a third deadline.
    expect(deadlines).toHaveLength(2);
  });

  test('a slow line has as much time as its bytes take', async () => {
    // Eight parts arrive 100 ms apart, which takes more than twice the time limit of an attempt.
    const parts = Array.from({ length: 8 }, (_, part) =>
      content.subarray(part * 10, part * 10 + 10),
    );
    const slow = await startStandIn(async (_request, reply) => {
      const headers = { 'content-range': 'bytes 0-79/100000', 'content-length': '80' };
      reply.writeHead(206, headers);
      for (const part of parts) {
        await setTimeout(100);
        reply.write(part);
      }
      reply.end();
    });
    onTestFinished(() => slow.close());
    const http = client({ allowedHosts: [slow.host], attemptTimeoutMilliseconds: 350 });
    const bytes = await http.range(`${slow.url}/file.tif`, 0, 80);
    expect(Buffer.from(bytes).equals(content.subarray(0, 80))).toBe(true);
  });

  test('what does not pass is given up, and says how often it was tried', async () => {
    server.faults.add({ kind: 'status', status: 503, path: /file/ });
    const error = await failure(client().range(url, 0, 10));
    expect(error).toMatchObject({ status: 503, retryable: true, url });
    expect(error.message).toContain('4 attempts');
    expect(server.requests).toHaveLength(4);
  });
});

describe('what will not pass is not tried again', () => {
  test.each([403, 404, 410])('status %i', async (status) => {
    server.faults.add({ kind: 'status', status, path: /file/ });
    const error = await failure(client().range(url, 0, 10));
    expect(error).toMatchObject({ status, retryable: false });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    'http://example.org/file.tif',
    'file:///etc/passwd',
    'http://user:secret@127.0.0.1/file.tif',
    's3://bucket/file.tif',
    'not an address',
  ])('%s is not asked at all', async (address) => {
    const error = await failure(client().range(address, 0, 10));
    expect(error.retryable).toBe(false);
  });

  test('a redirect to another host is refused, one within the allowed hosts is followed', async () => {
    server.faults.add({ kind: 'redirect', location: 'http://127.0.0.2:9/x.tif', path: /moved/ });
    const away = await failure(client().range(`http://${server.host}/moved`, 0, 10));
    expect(away).toMatchObject({ retryable: false });
    expect(away.message).toContain('127.0.0.2:9');
    server.faults.clear();
    server.faults.add({ kind: 'redirect', location: '/files/file.tif', path: /moved/ });
    expect(await client().range(`http://${server.host}/moved`, 0, 10)).toHaveLength(10);
  });

  test('a redirect in a circle ends', async () => {
    server.faults.add({ kind: 'redirect', location: '/moved', path: /moved/ });
    const error = await failure(client().range(`http://${server.host}/moved`, 0, 10));
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toContain('redirects more than');
  });
});

describe('JSON', () => {
  test('is read from a GET and a POST', async () => {
    const http = client();
    const collections = await http.json(`${server.catalogueUrl}/collections`, {});
    expect(collections).toEqual({ collections: [], links: [] });
    const found = await http.json(`${server.catalogueUrl}/search`, { body: { limit: 3 } });
    expect(found).toMatchObject({ type: 'FeatureCollection', features: [] });
  });

  test('has a size limit', async () => {
    const error = await failure(
      client({ maxJsonBytes: 20 }).json(`${server.catalogueUrl}/collections`, {}),
    );
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toContain('more than 20 bytes');
  });

  test('has to be JSON', async () => {
    const error = await failure(client().json(`http://${server.host}/files/page.tif`, {}));
    expect(error.message).toContain("isn't JSON");
  });
});

describe('cancelling', () => {
  async function requestsSeen(count: number): Promise<void> {
    while (server.requests.length < count) await new Promise((resolve) => setImmediate(resolve));
  }

  test('ends a request under way, and a wait between attempts, with the reason given', async () => {
    server.faults.add({ kind: 'hang', path: /file/ });
    const underWay = new AbortController();
    const request = client().range(url, 0, 10, underWay.signal);
    await requestsSeen(1);
    underWay.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');

    server.faults.clear();
    server.faults.add({ kind: 'status', status: 429, retryAfterSeconds: 600, path: /file/ });
    const waiting = new AbortController();
    const slow = client({ retry: { maxDelayMilliseconds: 600_000 } });
    const retried = slow.range(url, 0, 10, waiting.signal);
    await requestsSeen(2);
    waiting.abort(new Error('enough'));
    await expect(retried).rejects.toThrow('enough');
  });
});
