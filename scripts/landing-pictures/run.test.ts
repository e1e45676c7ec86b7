import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

// That the figures are those of the engine is tested with the examples' whole runs.
test('the README tells the figure of the result that its picture shows', async () => {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const { screens } = JSON.parse(await read('web/src/features/site/pictures/run.json'));
  expect(await read('README.md')).toContain(`result's ${screens.changedHectares} hectares`);
});
