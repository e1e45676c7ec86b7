import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../server/src/platform/http/free-port.ts';

const root = join(import.meta.dirname, '..');
const startMilliseconds = 90_000;

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/api/health`)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts the built product as `npm start` does, on a free port, with an empty data folder and
 * simulated imagery.
 * @param settings further environment variables
 * @returns its address, and a function that stops it
 */
export async function launchProduct(
  settings: Readonly<Record<string, string>>,
): Promise<{ address: string; stop: () => Promise<void> }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'refugia-journeys-'));
  const port = await findFreePort('127.0.0.1');
  const address = `http://127.0.0.1:${port}`;
  const logFile = join(dataDirectory, 'server.log');
  const log = createWriteStream(logFile);
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: address,
      DATA_DIR: dataDirectory,
      DATABASE_URL: '',
      SMTP_URL: '',
      IMAGERY_URL: 'demo',
      BASEMAP_PROVIDER: 'embedded',
      // All journeys come from one address, so its limit is high.
      RATE_REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000',
      RATE_LOGINS_PER_MINUTE_PER_ADDRESS: '1000',
      RATE_LINKS_PER_MINUTE_PER_ADDRESS: '1000',
      RATE_RECOVERIES_PER_HOUR_PER_ADDRESS: '1000',
      RATE_UNIQUENESS_CHECKS_PER_MINUTE_PER_ADDRESS: '1000',
      RATE_IMPORTS_PER_MINUTE_PER_ADDRESS: '1000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });

  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDirectory, { recursive: true, force: true });
  };
  const deadline = Date.now() + startMilliseconds;
  while (!(await answers(address))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      const said = await readFile(logFile, 'utf8');
      await stop();
      throw new Error(`The server did not start. It said:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { address, stop };
}
