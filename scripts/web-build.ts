import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const output = join(root, 'web', 'dist');
const stampFile = join(output, '.built-from');

/** What browsers use of the engine, because it is small and does no I/O. */
export const engineRoomsForBrowsers = ['geo', 'merge', 'edit', 'valuation', 'render'].map(
  (name) => `engine/src/${name}`,
);

/** The inputs of the web build. The lockfile stands for node_modules. */
const inputs = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/shared-parts.ts',
  'contract/src',
  ...engineRoomsForBrowsers,
  'package-lock.json',
];

async function filesBelow(path: string): Promise<string[]> {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  const entries = await readdir(absolute, { withFileTypes: true, recursive: true }).catch(
    () => null,
  );
  if (entries === null) return [absolute];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Hashes the sources by content, because a checkout or a clone gives them new times. */
async function fingerprint(): Promise<string> {
  const files = (await Promise.all(inputs.map(filesBelow))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(await readFile(file));
  return hash.digest('hex');
}

/** Builds in a process of its own, which needs some 700 MB that a long-running server would keep. */
async function buildInto(folder: string): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'];
  const child = fork(vite, ['build', join(root, 'web'), ...options]);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The web part can't be built: vite ended with code ${code}.`);
}

/**
 * Builds web/dist unless it was built from the present sources. The new build replaces the old one
 * only when it is complete, so a killed build never leaves an incomplete one.
 * @returns whether a build was made
 */
export async function buildWebWhenStale(): Promise<boolean> {
  const wanted = await fingerprint();
  const built = await readFile(stampFile, 'utf8').catch(() => '');
  if (built === wanted) return false;

  console.log('Building the web part (once, until its sources change) …');
  const fresh = join(root, 'web', `dist-${process.pid}`);
  try {
    await buildInto(fresh);
    await writeFile(join(fresh, '.built-from'), wanted);
    await rm(output, { recursive: true, force: true });
    await rename(fresh, output);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return true;
}
