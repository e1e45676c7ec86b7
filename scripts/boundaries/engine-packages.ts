import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importPattern, readArrows } from './imports.ts';

/**
 * Packages for the server only, because they need its operating system or would make every page
 * larger.
 */
const serverPackages = /^(?:node:|proj4$|sharp$|lerc$|iconv-lite$)/;

/**
 * Finds imports of the server's packages in files of the engine that browsers load, directly or
 * through other files. Each is written as `file → package`.
 */
export async function readBurdensOfBrowsers(root: string): Promise<string[]> {
  const arrows = (await readArrows(root)).filter(({ typeOnly }) => !typeOnly);
  const isEngine = (file: string) => file.startsWith('engine/');
  const waiting = arrows
    .filter(({ file, target }) => /^(?:web|contract)\//.test(file) && isEngine(target))
    .map(({ target }) => target);
  const reached = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...arrows.filter((arrow) => arrow.file === file).map(({ target }) => target));
  }
  const burdens: string[] = [];
  for (const file of [...reached].sort()) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, type, name = ''] of text.matchAll(importPattern)) {
      if (!type && serverPackages.test(name)) burdens.push(`${file} → ${name}`);
    }
  }
  return burdens;
}
