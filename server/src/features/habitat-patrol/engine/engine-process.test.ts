import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeArea } from '@refugia/contract/area.ts';
import type { Run } from '@refugia/contract/habitat-patrol/runs.ts';
import { simulationExamples } from '@refugia/simulation/catalogue/catalogue.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

const scripts = vi.hoisted(() => ({ entry: '' }));

// Everything is real except the program that the processes of runs execute.
vi.mock(import('../../../platform/processes/run-in-process.ts'), async (importOriginal) => {
  const { runInProcess } = await importOriginal();
  return {
    runInProcess: (_, order, options) =>
      runInProcess(pathToFileURL(scripts.entry), order, { ...options, heapMegabytes: 32 }),
  };
});

let product: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-engine-'));
  scripts.entry = join(folder, 'engine.mjs');
  product = await createTestApp();
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const [example] = simulationExamples;
if (!example) throw new Error('the simulation has no example');
const coords = writeArea(example.area);
let year = 2015;

/** Starts a run of a new question with a script as its program, and waits for its end. */
async function run(script: string) {
  await writeFile(scripts.entry, script);
  year++;
  return await product.app.inject({
    method: 'POST',
    url: '/api/changedetection/analysis',
    remoteAddress: `10.2.0.${year - 2000}`,
    payload: { coords, startDate: `${year}-06-01`, endDate: `${year + 1}-06-01` },
  });
}

const send = (message: string) => `process.send(${message});`;

test.each([
  ['throws after it has begun', "setTimeout(() => { throw new Error('too late'); });"],
  ['leaves a promise rejected', "Promise.reject(new Error('nobody waits'));"],
  ['ends itself', 'process.exit(3);'],
  ['is no program', 'this is no JavaScript'],
  ['reports that it broke', send("{ kind: 'thrown', error: new TypeError('no such band') }")],
])('a process that %s fails the run with a reason, and the server lives', async (_, script) => {
  const reply = await run(script);
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toMatchObject({
    code: 'attempt_failed',
    permanent: false,
    reason:
      'Something went wrong inside the analysis. The administrators can read what in the log.',
  });
  const kept = await product.app.inject(`/api/changedetection/runs/${reply.json().id}`);
  expect(kept.json<Run>()).toMatchObject({ status: 'failed', progress: null });
  expect((await product.app.inject('/api/health')).statusCode).toBe(200);
});

test("a process is told nothing of the server's secrets, but where programs and certificates are", async () => {
  vi.stubEnv('SMTP_PASSWORD', 'hidden');
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/none/office.pem');
  const told = join(folder, 'environment.json');
  await run(`import { writeFileSync } from 'node:fs';
    writeFileSync(${JSON.stringify(told)}, JSON.stringify(process.env));
    process.exit(3);`);
  vi.unstubAllEnvs();
  const environment = JSON.parse(await readFile(told, 'utf8'));
  expect(environment).toMatchObject({
    PATH: process.env.PATH,
    NODE_EXTRA_CA_CERTS: '/none/office.pem',
    // This setting makes the allocator return the memory of unused rasters to the system.
    MALLOC_MMAP_THRESHOLD_: '1048576',
  });
  expect(JSON.stringify(environment)).not.toContain('hidden');
});

test('a process that finds the disk full says so', async () => {
  const reply = await run(
    send("{ kind: 'thrown', error: { name: 'Error', message: 'no room', code: 'ENOSPC' } }"),
  );
  expect(reply.statusCode).toBe(507);
  expect(reply.json()).toEqual({
    error: 'The server has no room left: its administrators have to make some.',
    code: 'disk_full',
  });
});

test.each([
  // The allocation is so fast that V8 aborts the whole process.
  ['its heap', 'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length));'],
  [
    'the system has for one raster',
    `try { new ArrayBuffer(2 ** 52); }
     catch (error) { process.send({ kind: 'thrown', error }); }`,
  ],
])('a process that needs more memory than %s asks for a smaller area', async (_, script) => {
  const reply = await run(script);
  expect(reply.statusCode).toBe(422);
  expect(reply.json()).toMatchObject({
    permanent: true,
    reason: 'The analysis needed more memory than it may use. Choose a smaller area.',
  });
  expect((await product.app.inject('/api/health')).statusCode).toBe(200);
});

test('a process that somebody kills is tried again, and its end is no lack of memory', async () => {
  const attempts = join(folder, 'attempts');
  await writeFile(attempts, '');
  const reply = await run(`import { appendFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(attempts)}, 'x');
    process.kill(process.pid, 'SIGKILL');`);
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toMatchObject({
    permanent: false,
    reason:
      'The system stopped the analysis several times, perhaps because it is short of memory. Please try again later, or choose a smaller area.',
  });
  expect(await readFile(attempts, 'utf8')).toBe('xxx');
});
