import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import { chunkHeaders, uploadMetadata } from '../../../testing/upload-headers.ts';
import { resumableUpload } from '../database/schema/index.ts';
import { ApiFailure } from '../http/failure.ts';
import { growingPartBytes } from '../storage/storage.ts';
import { readStored } from '../storage/stored-source.ts';
import { uploadedFile } from './upload-purpose.ts';

// These tests speak tus 1.0.0 (https://tus.io/protocols/resumable-upload), some of them through its
// own client.
let refugia: TestApp;
let address: string;
let owner: TestAccount;
let stranger: TestAccount;
/** The folders of files that were taken over, by their targets. */
const taken = new Map<string, string>();
let diskIsFull = false;

beforeAll(async () => {
  refugia = await createTestApp();
  const { uploads, storage } = refugia.platform;
  const freeBytes = storage.freeBytes.bind(storage);
  Object.assign(storage, { freeBytes: async () => (diskIsFull ? 0 : await freeBytes()) });
  uploads.accept({
    name: 'test',
    maxBytes: 30_000_000,
    quotaBytes: 60_000_000,
    storedBytes: async () => 0,
    async check(_orm, _account, { target }) {
      if (target === 'nowhere') throw new ApiFailure(404, 'not_found', 'There is no such place.');
    },
    judgeStart(start) {
      if (start[0] === 0) throw new ApiFailure(415, 'wrong_start', 'The file begins with nothing.');
    },
    async complete(_transaction, { target, folder }) {
      taken.set(target, folder);
      return { target };
    },
  });
  owner = await refugia.registerAndLogin();
  stranger = await refugia.registerAndLogin();
  await refugia.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(refugia.app.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  diskIsFull = false;
  const { uploads } = refugia.platform;
  for (const upload of await uploads.unfinished(owner)) await uploads.remove(upload);
});
afterAll(() => refugia.close());

const tusHeaders = { 'tus-resumable': '1.0.0' };

/** A file in which each byte depends on its offset. */
function makeFile(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at++) file[at] = 1 + (at % 251);
  return file;
}

async function begin(size: number, target = 'a', account: TestAccount | undefined = owner) {
  return await fetch(`${address}/api/uploads`, {
    method: 'POST',
    headers: {
      ...tusHeaders,
      ...account?.headers,
      'upload-length': String(size),
      'upload-metadata': uploadMetadata({ purpose: 'test', target, filename: 'file.bin' }),
    },
  });
}

async function beginAt(size: number, target?: string): Promise<string> {
  const reply = await begin(size, target);
  expect(reply.status).toBe(201);
  return new URL(reply.headers.get('location') ?? '', address).href;
}

async function patch(url: string, offset: number, bytes: Uint8Array, account = owner) {
  return await fetch(url, {
    method: 'PATCH',
    headers: { ...account.headers, ...chunkHeaders(offset) },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
}

const ofOwner = (method: 'HEAD' | 'DELETE', url: string) =>
  fetch(url, { method, headers: { ...tusHeaders, ...owner.headers } });

async function offsetOf(url: string): Promise<number> {
  const reply = await ofOwner('HEAD', url);
  expect(reply.status).toBe(200);
  return Number(reply.headers.get('upload-offset'));
}

async function contentOf(target: string): Promise<Buffer> {
  const { storage } = refugia.platform;
  return await buffer(readStored(storage.locate(taken.get(target) ?? '', uploadedFile)));
}

describe('a resumable upload', () => {
  test('by tus-js-client arrives as it was, and its reply tells what was made of it', async () => {
    const file = makeFile(20_000_000);
    const results: (string | undefined)[] = [];
    await new Promise<void>((resolve, reject) => {
      new Upload(file, {
        endpoint: `${address}/api/uploads`,
        headers: owner.headers,
        metadata: { purpose: 'test', target: 'whole', filename: 'file.bin' },
        chunkSize: 7_000_000,
        onError: reject,
        onSuccess({ lastResponse }) {
          results.push(lastResponse.getHeader('Upload-Result'));
          resolve();
        },
      }).start();
    });
    expect(results).toEqual(['{"target":"whole"}']);
    expect(file.equals(await contentOf('whole'))).toBe(true);
  });

  test('goes on at the last stored byte after a cut line', async () => {
    const file = makeFile(12_345_678);
    const url = await beginAt(file.length, 'cut');
    const cut = httpRequest(url, {
      method: 'PATCH',
      headers: { ...owner.headers, ...chunkHeaders(0), 'content-length': file.length },
    });
    cut.on('error', () => {});
    cut.write(file.subarray(0, 9_000_000));
    const storedNow = async () => {
      const [upload] = await refugia.platform.uploads.unfinished(owner);
      return upload?.offset;
    };
    await expect.poll(storedNow).toBeGreaterThanOrEqual(growingPartBytes);
    cut.destroy();
    // What arrived after the last whole part and before the connection was lost is stored, too.
    await expect.poll(storedNow).toBeGreaterThan(growingPartBytes);
    const stored = await offsetOf(url);
    expect(stored).toBe(await storedNow());

    // A client with an outdated offset is told so.
    expect((await patch(url, 1, file.subarray(1))).status).toBe(409);
    const last = await patch(url, stored, file.subarray(stored));
    expect(last.status).toBe(204);
    expect(last.headers.get('upload-offset')).toBe(String(file.length));
    expect(file.equals(await contentOf('cut'))).toBe(true);
  });

  test('in small pieces needs no particular size of them', async () => {
    const file = makeFile(50);
    const url = await beginAt(file.length, 'small');
    for (let at = 0; at < file.length; at += 7) {
      expect((await patch(url, at, file.subarray(at, at + 7))).status).toBe(204);
    }
    expect(file.equals(await contentOf('small'))).toBe(true);
  });

  test('whose last reply was lost is answered the same again', async () => {
    const url = await beginAt(20, 'lost');
    await patch(url, 0, makeFile(20));
    const reply = await ofOwner('HEAD', url);
    expect(reply.headers.get('upload-offset')).toBe('20');
    expect(reply.headers.get('upload-result')).toBe('{"target":"lost"}');
  });

  test('is listed until it is whole, and can be cancelled', async () => {
    const url = await beginAt(1_000, 'listed');
    await patch(url, 0, makeFile(400));
    const list = async () =>
      await (await fetch(`${address}/api/uploads`, { headers: owner.headers })).json();
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        address: new URL(url).pathname,
        purpose: 'test',
        target: 'listed',
        filename: 'file.bin',
        size: 1_000,
        offset: 400,
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    const [upload] = await refugia.platform.uploads.unfinished(owner);
    const cancelled = await ofOwner('DELETE', url);
    expect(cancelled.status).toBe(204);
    expect(await list()).toEqual([]);
    const { storage } = refugia.platform;
    expect(await storage.read(upload!.folder!, uploadedFile)).toBeUndefined();
  });

  test('is removed when nobody goes on with it for two days', async () => {
    const url = await beginAt(1_000);
    await patch(url, 0, makeFile(400));
    const { uploads, database, storage } = refugia.platform;
    const [upload] = await uploads.unfinished(owner);
    await uploads.tidy(new Date(Date.now() + 47 * 3_600_000));
    expect(await uploads.unfinished(owner)).toHaveLength(1);
    await uploads.tidy(new Date(Date.now() + 49 * 3_600_000));
    expect(await uploads.unfinished(owner)).toEqual([]);
    expect(await storage.read(upload!.folder!, uploadedFile)).toBeUndefined();
    const rows = await database.orm
      .select()
      .from(resumableUpload)
      .where(eq(resumableUpload.id, upload!.id));
    expect(rows).toEqual([]);
  });
});

describe('an upload is refused', () => {
  test('by its beginning, as soon as that has come; nothing of it stays', async () => {
    const url = await beginAt(1_000);
    const reply = await patch(url, 0, new Uint8Array(1_000));
    expect(reply.status).toBe(415);
    expect(await reply.json()).toEqual({
      error: 'The file begins with nothing.',
      code: 'wrong_start',
    });
    expect(await refugia.platform.uploads.unfinished(owner)).toEqual([]);
  });

  test.each([
    ['too large', 30_000_001, 413, 'too_large'],
    ['for a place that is not there', 10, 404, 'not_found'],
  ])('%s', async (what, size, status, code) => {
    const reply = await begin(size, what.includes('place') ? 'nowhere' : 'a');
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ code });
  });

  test('beyond what an account has, also of two at once', async () => {
    const replies = await Promise.all([begin(25_000_000), begin(25_000_000), begin(25_000_000)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 413]);
    const refused = replies.find(({ status }) => status === 413)!;
    expect(await refused.json()).toMatchObject({ code: 'quota_exceeded' });
  });

  test('when the disk has no room for it', async () => {
    diskIsFull = true;
    const reply = await begin(1_000);
    expect(reply.status).toBe(507);
    expect(await reply.json()).toMatchObject({ code: 'disk_full' });
  });

  test('without a purpose that an app knows', async () => {
    const reply = await fetch(`${address}/api/uploads`, {
      method: 'POST',
      headers: { ...tusHeaders, ...owner.headers, 'upload-length': '5' },
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'metadata_invalid' });
  });
});

test('an upload is its owner’s alone', async () => {
  const url = await beginAt(100);
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    const ask = (headers: Record<string, string>) =>
      fetch(url, {
        method,
        headers: { ...headers, ...(method === 'PATCH' ? chunkHeaders(0) : tusHeaders) },
      });
    expect([method, (await ask(stranger.headers)).status]).toEqual([method, 404]);
    expect([method, (await ask({})).status]).toEqual([method, 401]);
  }
  const visitor = await fetch(`${address}/api/uploads`, { method: 'POST', headers: tusHeaders });
  expect(visitor.status).toBe(401);
  expect((await fetch(`${address}/api/uploads`)).status).toBe(401);
});
