import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptInBrowser } from './kept-in-browser.ts';

const source = join(import.meta.dirname, '../../../..');
const namePattern =
  /(?:storedText\(\s*'\w+',\s*|new StoredSwitch\(|openDB<\w+>\()['`]([^'`]+)['`]/g;

/** The names under which the sources keep something. What differs from map to map is an ellipsis. */
function namesInSources(): string[] {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: source }).filter(
    (file) => !file.includes('.test.'),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(namePattern)].map(([, name = '']) =>
      name.replace(/\$\{secret\}/, 'token').replace(/\$\{\w+\}/g, '…'),
    ),
  );
}

test('the cookie policy names all that pages keep in a browser', () => {
  const told = keptInBrowser.flatMap(({ name }) => name.split(', '));
  const kept = namesInSources();
  expect(kept.length).toBeGreaterThan(7);
  expect(kept.filter((name) => !told.includes(name))).toEqual([]);
});
