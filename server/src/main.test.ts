import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, kill } from '../testing/processes.ts';
import { callRunning } from '../testing/running-maps.ts';
import { signUpOf } from '../testing/sign-up.ts';

// The command is run as a process. Some behaviour, such as surviving a kill, can't be tested inside
// of one.
const processes = createProcesses();
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'refugia-test-'));
});
afterAll(() => processes.close(dataDirectory));

const start = () => processes.startServer({ DATA_DIR: dataDirectory });
const runToEnd = (environment: Record<string, string>) =>
  processes.runToEnd('main.ts', { DATA_DIR: dataDirectory, ...environment });

async function register(address: string, username: string): Promise<number> {
  const body = signUpOf(username);
  return (await callRunning(address, '/api/accounts/register', { method: 'POST', body })).status;
}

test('what was acknowledged survives kill -9; a second process is refused; a signal ends it in order', async () => {
  const first = await start();
  expect(first.output()).toContain(`Mail is not sent but kept in ${join(dataDirectory, 'outbox')}`);
  expect(first.output()).toContain('Imagery is simulated (IMAGERY_URL=demo)');
  // Links in mail contain the port that the system has chosen.
  expect(first.output()).toContain(`read it at ${first.address}/dev/mail`);
  expect(await register(first.address, 'survivor')).toBe(201);

  const second = await runToEnd({});
  expect(second.code).toBe(1);
  expect(second.lines).toEqual([
    expect.stringMatching(
      `^The data directory .* is in use by process ${first.child.pid}, which listens on ${first.address}, started 20`,
    ),
  ]);

  await kill(first.child);

  const next = await start();
  expect(await register(next.address, 'survivor')).toBe(409);
  expect((await fetch(`${next.address}/api/health`)).status).toBe(200);
  // The job of the mail was stored before the reply was sent, so the mail is sent in any case.
  await expect.poll(() => readdir(join(dataDirectory, 'outbox'))).toHaveLength(1);

  next.child.kill('SIGTERM');
  const [code] = await once(next.child, 'exit');
  expect(code).toBe(0);
  expect((await readdir(dataDirectory)).filter((name) => name.startsWith('process'))).toEqual([]);
});

test('wrong settings end the start with a sentence each', async () => {
  const { code, lines } = await runToEnd({ PORT: 'x', RUN_RETENTION_DAYS: '-1' });
  expect(code).toBe(1);
  expect(lines).toEqual([
    'PORT must be a whole number from 0 to 65535, not "x".',
    'RUN_RETENTION_DAYS must be a whole number from 1 to 3650, not "-1".',
  ]);
});

test('a port in use ends the start with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { code, lines } = await runToEnd({ PORT: String(port) });
  other.close();
  expect(code).toBe(1);
  expect(lines).toEqual([
    `Port ${port} on 127.0.0.1 is in use by another program: set PORT to another one.`,
  ]);
});

test('a database that can’t be reached ends the start with one sentence', async () => {
  const { code, lines } = await runToEnd({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
    SECRET_KEY: 'a'.repeat(32),
  });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^The database of DATABASE_URL can't be opened: .*ECONNREFUSED/),
  ]);
});
