import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Program } from './program.ts';
import { type ProcessOptions, runInProcess } from './run-in-process.ts';

interface TestProgram extends Program {
  readonly order: unknown;
  readonly progress: unknown;
  readonly result: unknown;
}

let folder: string;
let programs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refugia-processes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a program whose answer to its order is the body of a function of `order` and `tell`. */
async function run(
  body: string,
  options: Partial<ProcessOptions<TestProgram>> = {},
  order: unknown = 0,
) {
  programs++;
  const file = join(folder, `program-${programs}.mjs`);
  const serve = JSON.stringify(new URL('./serve-order.ts', import.meta.url).href);
  await writeFile(
    file,
    `import { serveOrder } from ${serve};
     import * as fs from 'node:fs';
     serveOrder(async (order, tell) => { ${body} });`,
  );
  return await runInProcess<TestProgram>(pathToFileURL(file), order, {
    heapMegabytes: 64,
    ...options,
  });
}

/** Whether a process is there, asked by the signal that does nothing. */
function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

test('an order is answered by a process of its own, with progress on the way', async () => {
  const progress: unknown[] = [];
  const result = await run(
    'tell(1); tell({ step: 2 }); return { pid: process.pid, twice: order.map((n) => 2 * n) };',
    { onProgress: (each) => progress.push(each) },
    new Float32Array([1, 2.5]),
  );
  expect(progress).toEqual([1, { step: 2 }]);
  expect(result).toMatchObject({ twice: new Float32Array([2, 5]) });
  const { pid } = result as { pid: number };
  expect(pid).not.toBe(process.pid);
  expect(isAlive(pid)).toBe(false);
});

test('it reads its input from standard input', async () => {
  const input = new Uint8Array(300_000).fill(7);
  const body = 'return fs.readFileSync(0).reduce((sum, byte) => sum + byte, 0);';
  expect(await run(body, { input })).toBe(2_100_000);
});

test('what it throws is thrown, with name, message and code', async () => {
  const broken = run("throw Object.assign(new TypeError('no such band'), { name: 'BandError' });");
  await expect(broken).rejects.toMatchObject({ name: 'BandError', message: 'no such band' });
  const missing = run("return fs.readFileSync('/none/file');");
  await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
});

const busy = 'tell(process.pid); for (;;) {}';

test('aborting ends it, busy as it is', async () => {
  const leaving = new AbortController();
  let pid = 0;
  const running = run(busy, {
    signal: leaving.signal,
    onProgress(told) {
      pid = told as number;
      leaving.abort(new Error('gone'));
    },
  });
  await expect(running).rejects.toThrow('gone');
  expect(pid).toBeGreaterThan(0);
  expect(isAlive(pid)).toBe(false);
  await expect(run('', { signal: leaving.signal })).rejects.toThrow('gone');
});

test('one that takes longer than it may is ended', async () => {
  await expect(run(busy, { milliseconds: 50 })).rejects.toMatchObject({ kind: 'time' });
});

test.each([
  [
    'buffers that no heap limit counts',
    'const kept = []; for (;;) kept.push(Buffer.alloc(10_000_000, 1));',
  ],
  ['its own heap', 'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length));'],
  ['one buffer larger than the system gives', 'return new ArrayBuffer(2 ** 52);'],
])('a lack of memory is told as one: %s', async (_, body) => {
  const running = run(body, { heapMegabytes: 32, memoryBytes: 250_000_000 });
  await expect(running).rejects.toMatchObject({ name: 'ProcessFailure', kind: 'memory' });
});

test('one that is killed from outside is told as that', async () => {
  const killed = run("process.kill(process.pid, 'SIGKILL'); for (;;) {}", {
    memoryBytes: 1_000_000_000,
  });
  await expect(killed).rejects.toMatchObject({ kind: 'killed' });
});

test('it leaves signals that end the server to the server', async () => {
  const signals = "process.kill(process.pid, 'SIGINT'); process.kill(process.pid, 'SIGTERM');";
  const wait = 'await new Promise((resolve) => setTimeout(resolve, 100));';
  expect(await run(`${signals} ${wait} return 'still here';`)).toBe('still here');
});

test('one that such a signal ends before it is ready counts as aborted by the shutdown', async () => {
  const dying =
    "process.removeAllListeners('SIGINT'); process.kill(process.pid, 'SIGINT'); for (;;);";
  const server = new AbortController();
  const running = run(`tell(0); ${dying}`, {
    signal: server.signal,
    onProgress: () => void setTimeout(() => server.abort(new Error('shutdown')), 300),
  });
  await expect(running).rejects.toThrow('shutdown');
  await expect(run(dying)).rejects.toMatchObject({ kind: 'killed' });
});

test('one that ends without a result leaves its last words', async () => {
  const ended = run("process.stderr.write('the disk is gone'); process.exit(3);");
  await expect(ended).rejects.toMatchObject({
    kind: 'ended',
    message: 'The process ended without a result. the disk is gone',
  });
});

const environment = 'return process.env;';

test("a process is told nothing of the server's secrets, but where programs and certificates are", async () => {
  vi.stubEnv('SMTP_PASSWORD', 'hidden');
  vi.stubEnv('NODE_EXTRA_CA_CERTS', '/none/office.pem');
  try {
    const told = await run(environment, { environment: { MALLOC_ARENA_MAX: '2' } });
    expect(told).toMatchObject({
      PATH: process.env.PATH,
      NODE_EXTRA_CA_CERTS: '/none/office.pem',
      MALLOC_ARENA_MAX: '2',
    });
    expect(told).not.toHaveProperty('SMTP_PASSWORD');
    expect(await run(environment, { isConfined: true })).not.toHaveProperty('PATH');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a confined process reads, and can neither write nor start processes', async () => {
  const confined = { isConfined: true };
  expect(await run('return fs.readFileSync(new URL(import.meta.url)).length > 0;', confined)).toBe(
    true,
  );
  const file = join(folder, 'written');
  const writing = run(`fs.writeFileSync(${JSON.stringify(file)}, '');`, confined);
  await expect(writing).rejects.toThrow(/restricted/);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  const starting = run("(await import('node:child_process')).execSync('true');", confined);
  await expect(starting).rejects.toThrow(/restricted/);
});

test('new objects may take as much of the heap as was given, which V8 counts three times', async () => {
  const limit = (options: Partial<ProcessOptions<TestProgram>>) =>
    run(`return (await import('node:v8')).getHeapStatistics().heap_size_limit;`, options);
  const [small, large] = [
    await limit({ semiSpaceMegabytes: 8 }),
    await limit({ semiSpaceMegabytes: 16 }),
  ] as [number, number];
  expect(large - small).toBe(3 * 8 * 2 ** 20);
  expect(await limit({ isConfined: true })).toBe(small);
});
