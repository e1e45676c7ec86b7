import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** How code names a stored folder: a word, a slash and what tells its folders apart. */
const storedFolder = /`([a-z-]+\/)t?\$\{/g;

test('the operator is told of each folder that has to be copied into a bucket', async () => {
  const names = new Set<string>();
  for (const part of ['features', 'platform']) {
    const folder = join(root, 'server/src', part);
    for (const path of await readdir(folder, { recursive: true })) {
      if (!/(?<!\.test)\.ts$/.test(path)) continue;
      for (const [, name] of (await readFile(join(folder, path), 'utf8')).matchAll(storedFolder)) {
        names.add(name!);
      }
    }
  }
  expect(names.size).toBeGreaterThan(2);
  const document = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const rows = [...document.matchAll(/^\| `([a-z-]+\/)` \|/gm)].map(([, name]) => name!);
  expect([...names].sort()).toEqual([...new Set(rows)].sort().filter((name) => names.has(name)));
});
