import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run dev`: the server restarts and the browser reloads when their sources change. */
const root = join(import.meta.dirname, '..');
const start = (command: string, args: string[]) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

const children = [
  start('node', ['--watch-path=server/src', '--watch-path=engine/src', 'server/src/main.ts']),
  start('vite', ['web']),
];

for (const child of children) {
  child.once('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 0;
  });
}
