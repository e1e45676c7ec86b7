import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Arrow } from './arrow.ts';
import { roomOf } from './rules.ts';

export const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"]([^'"]+\.ts)['"]/g;

/** The file that an import names, relative to the root; undefined for a package from outside. */
function resolveInside(root: string, file: string, specifier: string): string | undefined {
  const own = /^@refugia\/([^/]+)\/(.+)$/.exec(specifier);
  if (own) {
    const [, workspace = '', path = ''] = own;
    const inside = path.startsWith('testing/') ? path : join('src', path);
    return join(workspace, inside).split(sep).join('/');
  }
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/');
}

/** Folders with support for tests. They may import anything, except each other in a circle. */
export const testingFolders = ['engine/testing', 'server/testing'];

/** The folders whose files are checked. Tests in them may import anything. */
const checkedFolders = [
  ...['contract', 'engine', 'simulation', 'server', 'web'].map((workspace) => `${workspace}/src`),
  'scripts',
  'bench',
  'e2e',
];

/**
 * Reads every import between files of the project, except those of tests and of support for tests.
 */
export async function readArrows(root: string, folders = checkedFolders): Promise<Arrow[]> {
  const arrows: Arrow[] = [];
  for (const folder of folders) {
    const source = join(root, folder);
    if (!existsSync(source)) continue;
    const entries = await readdir(source, { withFileTypes: true, recursive: true });
    for (const entry of entries) {
      if (!/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
      const file = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
      const text = await readFile(join(root, file), 'utf8');
      for (const match of text.matchAll(importPattern)) {
        const specifier = match[2] ?? match[3] ?? match[4] ?? '';
        const target = resolveInside(root, file, specifier);
        if (target === undefined) continue;
        arrows.push({
          file,
          line: text.slice(0, match.index + 1).split('\n').length,
          target,
          from: roomOf(file),
          to: roomOf(target),
          typeOnly: match[1] !== undefined,
          isStart: match[4] !== undefined,
        });
      }
    }
  }
  return arrows;
}
