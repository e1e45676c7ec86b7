import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { landingExample, runOf, screenExample } from './run.ts';

const root = join(import.meta.dirname, '../..');
const facts = async () =>
  JSON.parse(await readFile(join(root, 'web/src/features/site/pictures/run.json'), 'utf8'));

// If one of these fails, pages and pictures show an older engine's result: `npm run pictures` makes
// them anew.
test.each([
  ['landing', landingExample],
  ['screens', screenExample],
] as const)(
  'the %s tell the figures that the engine finds now',
  async (page, example) => {
    const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-pictures-'));
    try {
      expect((await facts())[page]).toEqual((await runOf(example, outputFolder)).facts);
    } finally {
      await rm(outputFolder, { recursive: true, force: true });
    }
  },
  300_000,
);

test('the README tells the figure of the result that its picture shows', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  expect(readme).toContain(`result's ${(await facts()).screens.changedHectares} hectares`);
});
