import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Matches code that makes HTTP requests to other machines. */
export const askPattern =
  /\bfetch\(|\bfrom 'undici'|import (?:https?\b|\{[^}]*(?<!type )\b(?:request|get)\b[^}]*\}).*from 'node:https?'|from 'node:http2'/;

/** Matches code that starts a thread. */
export const workerPattern = /\bnew Worker\(/;

/** Finds the files of engine, simulation and server, except tests, whose text matches a pattern. */
export async function readFilesWith(root: string, pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const workspace of ['engine', 'simulation', 'server']) {
    const source = join(root, workspace, 'src');
    const entries = await readdir(source, { withFileTypes: true, recursive: true });
    for (const entry of entries) {
      if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
      const path = join(entry.parentPath, entry.name);
      if (pattern.test(await readFile(path, 'utf8'))) {
        found.push(relative(root, path).split(sep).join('/'));
      }
    }
  }
  return found.sort();
}
