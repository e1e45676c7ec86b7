import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcesses, kill } from '../../../testing/processes.ts';
import { callRunning } from '../../../testing/running-maps.ts';
import { signUpOf } from '../../../testing/sign-up.ts';

const processes = createProcesses();
let dataDirectory: string;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'refugia-test-'));
});
afterAll(async () => {
  await processes.close(dataDirectory);
});

async function startMailServer(port: number, onData: SMTPServerOptions['onData']) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    ...(onData && { onData }),
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => new Promise<void>((resolve) => server.close(() => resolve()));
}

test('a mail survives a dead mail server, a silent one, and the server’s own kill -9 in between', async () => {
  // The port lies below those that systems assign, so that no other server is given it.
  const port = 20_000 + randomInt(10_000);
  const environment = { DATA_DIR: dataDirectory, SMTP_URL: `smtp://127.0.0.1:${port}` };

  const first = await processes.startServer(environment);
  const registered = await callRunning(first.address, '/api/accounts/register', {
    method: 'POST',
    body: signUpOf('patient'),
  });
  expect(registered.status).toBe(201);
  await expect.poll(first.output).toContain('mail waits: connect ECONNREFUSED');
  expect(first.output()).not.toMatch(/patient@|token=|Correct-Horse/);
  await kill(first.child);

  // This mail server accepts the connection and never answers, so the kill happens during the
  // attempt.
  const connected = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    socket.on('error', () => {});
    connected.resolve();
  }).listen(port, '127.0.0.1');
  await once(silent, 'listening');
  const second = await processes.startServer(environment);
  await connected.promise;
  await kill(second.child);
  await new Promise((resolve) => silent.close(resolve));

  const subjects: string[] = [];
  const stop = await startMailServer(port, (stream, _session, done) => {
    let source = '';
    stream.on('data', (chunk: Buffer) => {
      source += chunk;
    });
    stream.on('end', () => {
      subjects.push(/^Subject: (.*)\r$/m.exec(source)?.[1] ?? '');
      done();
    });
  });
  await processes.startServer(environment);
  await expect.poll(() => subjects).toHaveLength(1);
  const listed = async () =>
    (await processes.runToEnd('admin.ts', environment, ['mail'])).lines.join('\n');
  await expect.poll(listed).toBe('Every mail was delivered.');
  expect(subjects).toEqual(['Activate your Refugia account']);
  await stop();
});
