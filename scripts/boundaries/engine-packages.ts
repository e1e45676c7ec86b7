import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { importPattern, readArrows } from './imports.ts';
import { roomOf } from './rules.ts';

const fetchingEngineRoom = 'engine/source';

/** Files of the engine that fetch although only its source room may. */
export async function readStrayFetches(root: string): Promise<string[]> {
  const source = join(root, 'engine', 'src');
  const entries = await readdir(source, { withFileTypes: true, recursive: true });
  const stray: string[] = [];
  for (const entry of entries) {
    if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    const file = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (roomOf(file) === fetchingEngineRoom) continue;
    const text = await readFile(join(root, file), 'utf8');
    if (/\bfetch\(|from 'node:(https?|net|tls|http2)'/.test(text)) stray.push(file);
  }
  return stray;
}

/** Packages that belong to the server: they need its system, or would burden every page. */
const serverPackages = /^(?:node:|proj4$|sharp$|lerc$|iconv-lite$)/;

/**
 * Imports of packages of the server in files of the engine that browsers load, through whatever other
 * files: each as `file → package`.
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
