import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOwnModules } from '../vitest.config.ts';

const root = join(import.meta.dirname, '..');

test('test files that replace modules are those that get processes of their own', async () => {
  const found: string[] = [];
  const tests = '{contract,engine,simulation,server,web,scripts}/{src,}/**/*.test.{ts,tsx}';
  const exclude = (name: string) => name === 'node_modules';
  for await (const file of glob(tests, { cwd: root, exclude })) {
    // Slow tests have a process for each file anyway.
    if (file.endsWith('.slow.test.ts')) continue;
    const text = await readFile(join(root, file), 'utf8');
    if (/^vi\.mock\(/m.test(text)) found.push(file.replaceAll('\\', '/'));
  }
  expect(found.sort()).toEqual(withOwnModules);
});
