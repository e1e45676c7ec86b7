import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, type RunningServer } from '../../../testing/processes.ts';
import { testPassword } from '../../../testing/test-app.ts';
import { makeSlope } from '../../../testing/value-mapper-rasters.ts';

const processes = createProcesses();
const base = '/api/conservation_value_mapper';
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-killed-upload-'));
});
afterAll(async () => {
  processes.killAll();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await processes.startServer({ DATA_DIR: folder });
}

async function killAndStart(): Promise<void> {
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
  await start();
}

/** The parts of replies that are read here. */
interface Reply {
  readonly token: string;
  readonly id: number;
  readonly data_file: string;
}

/** A reply's body as JSON. */
async function read<Body = Reply>(reply: Response): Promise<Body> {
  return (await reply.json()) as Body;
}

async function ask(method: string, path: string, options: RequestInit = {}) {
  return await fetch(`${server.address}${path}`, { method, ...options });
}

async function postJson(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  return await ask('POST', path, { headers, body: JSON.stringify(body) });
}

/** The text of the first mail that is sent. */
async function waitForMail(): Promise<string> {
  const outbox = join(folder, 'outbox');
  for (;;) {
    const mails = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    if (mails[0])
      return (await PostalMime.parse(await readFile(join(outbox, mails[0])))).text ?? '';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Signs up, follows the mailed link and logs in. */
async function register(): Promise<{ headers: { authorization: string }; id: number }> {
  const name = { username: 'Kestrel', first_name: 'Given', last_name: 'Family' };
  const password = { password: testPassword, password2: testPassword };
  const email = 'kestrel@example.org';
  await postJson('/api/accounts/register', { ...name, ...password, email });
  const link = new URL(/http\S+/.exec(await waitForMail())?.[0] ?? '');
  await postJson('/api/accounts/activate', Object.fromEntries(link.searchParams));
  const login = { username: name.username, password: testPassword };
  const { token } = await read(await postJson('/token-auth/', login));
  const headers = { authorization: `JWT ${token}` };
  const { id } = await read(await ask('GET', '/api/accounts/useraccount', { headers }));
  return { headers, id };
}

test('an upload and its processing survive kill -9 in the middle of each', async () => {
  await start();
  const { headers, id: accountID } = await register();
  const post = (call: string) => ask('POST', `${base}/${call}`, { headers });
  const projectID = await read<number>(await post(`projects_ctrl?accountID=${accountID}`));
  const { id: dataLayerID } = await read(await post(`data_layers_ctrl?projectID=${projectID}`));

  // Bytes that nothing points to make the file longer than the 8 MiB that are stored at a time.
  const file = Buffer.concat([await makeSlope(), Buffer.alloc(12_000_000, 7)]);
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const begun = await ask('POST', '/api/uploads', {
    headers: {
      ...tus,
      'upload-length': String(file.length),
      'upload-metadata': `purpose ${base64('value-mapper-raster')},target ${base64(String(dataLayerID))},filename ${base64('slope.tif')}`,
    },
  });
  expect(begun.status).toBe(201);
  const path = begun.headers.get('location') ?? '';
  const chunk = { ...tus, 'content-type': 'application/offset+octet-stream' };
  const cut = request(`${server.address}${path}`, {
    method: 'PATCH',
    headers: { ...chunk, 'upload-offset': '0', 'content-length': file.length },
  });
  cut.on('error', () => {});
  cut.write(file.subarray(0, 9_000_000));
  const storedNow = async () => {
    const unfinished = await ask('GET', '/api/uploads', { headers });
    return (await read<{ offset: number }[]>(unfinished))[0]?.offset ?? 0;
  };
  while ((await storedNow()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await killAndStart();

  const offset = await storedNow();
  expect(offset).toBeGreaterThan(8_000_000);
  const rest = await ask('PATCH', path, {
    headers: { ...chunk, 'upload-offset': String(offset) },
    body: file.subarray(offset),
  });
  expect(rest.status).toBe(204);
  const rasterID = Number(rest.headers.get('upload-result'));
  await killAndStart();

  for (const type of ['metadata', 'crs', 'geospatial', 'img']) {
    const call = `${base}/orig_rst_datasets_ctrl?type=${type}&rasterID=${rasterID}`;
    const reply = await ask('PUT', call, { headers });
    expect([type, reply.status]).toEqual([type, 200]);
  }
  const call = `${base}/orig_rst_datasets_ctrl?type=byID&rasterID=${rasterID}`;
  const raster = await read(await ask('GET', call, { headers }));
  expect(raster).toMatchObject({ data_file_size: file.length, dataset_max_val: 99, width: 100 });
  const original = await ask('GET', raster.data_file, { headers });
  expect(file.equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
  // Nothing of the attempts before is left.
  expect(await readdir(join(folder, 'storage', 'scratch'))).toEqual([]);
});
