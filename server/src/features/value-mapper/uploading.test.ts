import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@refugia/contract/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedPerson } from '../../../testing/served-value-mapper.ts';
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/test-app.ts';
import { makeSlope, valueMapperCalls } from '../../../testing/value-mapper-calls.ts';
import { uploadedFile } from '../../platform/uploads/upload-purpose.ts';

let refugia: TestApp;
let owner: TestAccount;
let address: string;
let freeBytes = Number.POSITIVE_INFINITY;

beforeAll(async () => {
  refugia = await createTestApp({ config: { accountRasterBytes: 1_500_000_000 } });
  Object.assign(refugia.platform.storage, { freeBytes: async () => freeBytes });
  owner = await refugia.registerAndLogin();
  await refugia.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(refugia.app.server.address() as AddressInfo).port}`;
});
afterAll(() => refugia.close());

const personOf = ({ headers, id }: Pick<TestAccount, 'headers' | 'id'>) =>
  servedPerson(() => address, headers, id);

/**
 * Begins a resumable upload.
 * @returns the status and the reply's code
 */
async function begin(size: number): Promise<[number, string?]> {
  const person = personOf(owner);
  const dataLayerID = await person.makeLayer();
  const begun = await person.beginUpload(dataLayerID, size).then(
    async (path) => {
      await person.fetch(path, { method: 'DELETE', headers: tusHeaders(owner) });
      return [201] as [number];
    },
    (error: Error) => {
      const [, status, body] = /^upload: (\d+) (.*)$/.exec(error.message) ?? [];
      return [Number(status), JSON.parse(body ?? '{}').code] as [number, string];
    },
  );
  return begun;
}

const tusHeaders = ({ headers }: Pick<TestAccount, 'headers'>) => ({
  ...headers,
  'tus-resumable': '1.0.0',
});

/**
 * Announces a form with a body of the given size, and sends only its beginning. The parser holds
 * back bytes that may begin the form's boundary.
 * @returns the status and code of the reply that came before the rest was sent
 */
async function beginForm(size: number): Promise<[number, string]> {
  const dataLayerID = await personOf(owner).makeLayer();
  const path = `/api/conservation_value_mapper/orig_rst_datasets_ctrl?dataLayerID=${dataLayerID}`;
  return await new Promise((resolve, reject) => {
    const request = httpRequest(`${address}${path}`, {
      method: 'POST',
      headers: {
        ...owner.headers,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': size,
      },
    });
    request.once('error', reject);
    request.once('response', (reply) => {
      let body = '';
      reply.on('data', (chunk) => {
        body += chunk;
      });
      reply.once('end', () => {
        request.destroy();
        resolve([reply.statusCode ?? 0, JSON.parse(body).code]);
      });
    });
    request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.tif"\r\n\r\n');
    request.write(Buffer.alloc(100, 'II*\0'));
  });
}

describe('before its first byte', () => {
  test('a file beyond 1,000,000,000 bytes is refused, by both ways', async () => {
    expect(limits.valueMapper.rasterMaxBytes).toBe(1_000_000_000);
    expect(await begin(1_000_000_000)).toEqual([201]);
    expect(await begin(1_000_000_001)).toEqual([413, 'too_large']);
    expect(await beginForm(1_000_100_000)).toEqual([413, 'too_large']);
  });

  test('a file is refused that the account has no room for, by both ways', async () => {
    const person = personOf(owner);
    const path = await person.beginUpload(await person.makeLayer(), 900_000_000);
    expect(await begin(700_000_000)).toEqual([413, 'quota_exceeded']);
    expect(await beginForm(700_000_000)).toEqual([413, 'quota_exceeded']);
    await person.fetch(path, { method: 'DELETE', headers: tusHeaders(owner) });
    expect(await begin(700_000_000)).toEqual([201]);
  });

  test('a file is refused that the disk has no room for, by both ways', async () => {
    freeBytes = 1_000_000_000;
    expect(await begin(700_000_000)).toEqual([507, 'disk_full']);
    expect(await beginForm(700_000_000)).toEqual([507, 'disk_full']);
    freeBytes = Number.POSITIVE_INFINITY;
  });
});

test('an upload goes on with a token that was renewed in its middle', async () => {
  const first = personOf(owner);
  const dataLayerID = await first.makeLayer();
  const file = Buffer.from(await makeSlope());
  const path = await first.beginUpload(dataLayerID, file.length);
  expect((await first.sendUpload(path, 0, file.subarray(0, 4_000))).status).toBe(204);
  expect((await first.fetch('/api/accounts/logout', { method: 'POST' })).status).toBeLessThan(300);
  expect((await first.sendUpload(path, 4_000, file.subarray(4_000))).status).toBe(401);

  const login = await refugia.app.inject({
    method: 'POST',
    url: '/token-auth/',
    payload: { username: owner.username, password: owner.password },
  });
  const headers = { authorization: `JWT ${login.json().token}` };
  const renewed = personOf({ headers, id: owner.id });
  const [unfinished] = await renewed.unfinishedUploads();
  expect(unfinished).toMatchObject({ address: path, offset: 4_000 });
  const rest = await renewed.sendUpload(path, 4_000, file.subarray(4_000));
  expect(rest.status).toBe(204);
  Object.assign(owner, { headers });
  const calls = valueMapperCalls(refugia, owner);
  const processed = await calls.processRaster(Number(rest.headers.get('upload-result')));
  expect(processed.json()).toMatchObject({ data_file_size: file.length, is_validated: true });
});

test('addresses of uploads can’t be guessed, and tell nothing of others’', async () => {
  const person = personOf(owner);
  const path = await person.beginUpload(await person.makeLayer(), 1_000);
  const stranger = await refugia.registerAndLogin();
  const guessed = `/api/uploads/${randomBytes(16).toString('base64url')}`;
  const statusOf = async (method: string, at: string, headers: Record<string, string>) => {
    const chunk = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const reply = await fetch(`${address}${at}`, {
      method,
      headers: { ...headers, 'tus-resumable': '1.0.0', ...(method === 'PATCH' && chunk) },
    });
    return [reply.status, await reply.text()];
  };
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    const others = await statusOf(method, path, stranger.headers);
    expect([method, others[0]]).toEqual([method, 404]);
    // The reply about another account's upload equals that about one that does not exist.
    expect(await statusOf(method, guessed, stranger.headers)).toEqual(others);
    expect(await statusOf(method, guessed, owner.headers)).toEqual(others);
    expect([method, (await statusOf(method, path, {}))[0]]).toEqual([method, 401]);
  }
  expect(await personOf(stranger).unfinishedUploads()).toEqual([]);
  expect(await person.unfinishedUploads()).toMatchObject([{ address: path, offset: 0 }]);
});

test.each(['data_layers_ctrl', 'projects_ctrl'])(
  'an upload ends with what it is for, deleted by %s',
  async (call) => {
    const person = personOf(owner);
    const { dataLayerID, projectID } = await valueMapperCalls(refugia, owner).makeLayer();
    const file = Buffer.from(await makeSlope());
    const path = await person.beginUpload(dataLayerID, file.length);
    expect((await person.sendUpload(path, 0, file.subarray(0, 4_000))).status).toBe(204);
    const { uploads, storage } = refugia.platform;
    const folder = (await uploads.find(path.split('/').at(-1)!))?.folder ?? '';
    expect(await storage.read(folder, uploadedFile)).toBeDefined();
    const query: Record<string, number> =
      call === 'projects_ctrl' ? { projectID } : { dataLayerID };
    await person.ask('DELETE', call, query);
    expect(await storage.read(folder, uploadedFile)).toBeUndefined();
    expect((await person.sendUpload(path, 4_000, file.subarray(4_000))).status).toBe(404);
  },
);

test('of two uploads to one layer the second is refused, and nothing of it stays', async () => {
  const person = personOf(owner);
  const { dataLayerID } = await valueMapperCalls(refugia, owner).makeLayer();
  const file = Buffer.from(await makeSlope());
  const paths = [
    await person.beginUpload(dataLayerID, file.length),
    await person.beginUpload(dataLayerID, file.length),
  ];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await person.sendUpload(path, 0, file)).status);
  expect(statuses).toEqual([204, 409]);
  const left = (await person.unfinishedUploads()).map(({ address: path }) => path);
  expect(left).not.toContain(paths[1]);
});
