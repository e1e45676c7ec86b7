import { expect, test } from 'vitest';
import { ImportRefusal, ImportsBusyError, VectorImporter } from './vector-importer.ts';

const area = { decimals: 5, maxPositions: 20_000 };
const wanted = () => new AbortController().signal;
const file = {
  name: 'a.json',
  bytes: Buffer.from('{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}'),
};
/**
 * The largest number of small objects that is accepted. They need far more room in memory than on
 * disk.
 */
const greedy = { name: 'a.json', bytes: Buffer.from(`[${'{},'.repeat(1_100_000)}{}]`) };

test('a file is read in a process of its own', async () => {
  const importer = new VectorImporter();
  const { geometries } = await importer.importArea(file, area, wanted());
  expect(geometries).toEqual([JSON.parse(file.bytes.toString())]);
});

test('a process that takes too long is ended, with a sentence', async () => {
  const importer = new VectorImporter({ timeoutMilliseconds: 1 });
  const reading = importer.importArea(file, area, wanted());
  await expect(reading).rejects.toThrow(ImportRefusal);
  await expect(reading).rejects.toThrow('takes longer than 0.001 seconds');
});

test('a process that takes too much memory is ended, with a sentence', async () => {
  const importer = new VectorImporter({ maxMemoryBytes: 120_000_000 });
  const reading = importer.importArea(greedy, area, wanted());
  await expect(reading).rejects.toThrow(ImportRefusal);
  await expect(reading).rejects.toThrow('takes more memory than it may');
});

test("so is one whose JavaScript heap is full, which is V8's own end", async () => {
  const importer = new VectorImporter({ maxHeapMegabytes: 30, maxMemoryBytes: 2_000_000_000 });
  await expect(importer.importArea(greedy, area, wanted())).rejects.toThrow(
    'takes more memory than it may',
  );
});

test('more files than may wait are refused; who waits gets a turn', async () => {
  const importer = new VectorImporter({ processes: 1, maxWaiting: 1 });
  const first = importer.importArea(file, area, wanted());
  const second = importer.importArea(file, area, wanted());
  await expect(importer.importArea(file, area, wanted())).rejects.toThrow(ImportsBusyError);
  expect((await first).geometries).toHaveLength(1);
  expect((await second).geometries).toHaveLength(1);
});

test('reading ends when nobody wants it, and when the server stops', async () => {
  const importer = new VectorImporter();
  const leaving = new AbortController();
  const left = importer.importArea(file, area, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const stopped = importer.importArea(file, area, wanted());
  importer.close();
  await expect(stopped).rejects.toThrow('The server is stopping.');
});
