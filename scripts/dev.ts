import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../server/src/config.ts';

/** `npm run dev`: the server restarts and the browser reloads when their sources change. */
const root = join(import.meta.dirname, '..');
const start = (command: string, args: string[], environment: Record<string, string> = {}) =>
  spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });

function startBoth(): void {
  const { port, site } = readConfig(process.env);
  const children = [
    start('node', ['--watch-path=server/src', '--watch-path=engine/src', 'server/src/main.ts']),
    start('vite', ['web'], {
      REFUGIA_SERVER: `http://127.0.0.1:${port}`,
      REFUGIA_SITE_SETTINGS: JSON.stringify(site),
    }),
  ];
  for (const child of children) {
    child.once('exit', (code) => {
      for (const other of children) other.kill();
      process.exitCode = code ?? 0;
    });
  }
}

try {
  startBoth();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
