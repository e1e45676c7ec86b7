import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOfPictures } from './run.ts';

const folder = join(import.meta.dirname, '../../web/src/features/site/pictures');

// If this fails, the landing page shows an older engine's result: `npm run pictures` makes it anew.
test('the landing page tells the hectares and dates that the engine finds now', async () => {
  const outputFolder = await mkdtemp(join(tmpdir(), 'refugia-pictures-'));
  try {
    const { facts } = await runOfPictures(outputFolder);
    expect(JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))).toEqual(facts);
  } finally {
    await rm(outputFolder, { recursive: true, force: true });
  }
}, 120_000);
