import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BucketStandIn, startBucketStandIn } from '../../../testing/bucket-stand-in.ts';
import { type BucketAddress, parseBucketUrl } from './bucket.ts';
import { createBucketStorage, requireBucket } from './bucket-storage.ts';
import type { Storage, StoredLocation } from './storage.ts';
import { ObjectSource, streamText } from './stored-source.ts';

let root: string;
let standIn: BucketStandIn;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bucket-'));
  standIn = await startBucketStandIn();
  storage = createBucketStorage(standIn.address, root);
});
afterEach(async () => {
  await standIn.close();
  await rm(root, { recursive: true, force: true });
});

async function store(name: string, files: Record<string, string>): Promise<number> {
  const scratch = await storage.openScratch('work');
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(scratch, file), content);
  }
  return await storage.putFolder(name, scratch);
}

function locate(name: string, file: string): Extract<StoredLocation, { kind: 'object' }> {
  const location = storage.locate(name, file);
  if (location.kind !== 'object') throw new Error('not in the bucket');
  return location;
}

describe('storage in a bucket', () => {
  test('takes a finished folder, and replaces one of the same name', async () => {
    expect(await store('runs/one', { 'a.txt': 'first', 'b.txt': 'more' })).toBe(9);
    expect(await store('runs/two', { 'a.txt': 'other' })).toBe(5);
    expect(await store('runs/one', { 'a.txt': 'second' })).toBe(6);
    expect([...standIn.objects.keys()].sort()).toEqual(['runs/one/a.txt', 'runs/two/a.txt']);
    expect(String(await storage.read('runs/one', 'a.txt'))).toBe(
      String(new TextEncoder().encode('second')),
    );
    expect(await readdir(root)).toEqual([]);
  });

  test('removes a folder, that folder alone, and does not mind one that is not there', async () => {
    await store('runs/one', { 'a.txt': 'x' });
    await store('runs/one-more', { 'a.txt': 'x' });
    await storage.removeFolder('runs/one');
    await storage.removeFolder('runs/one');
    expect([...standIn.objects.keys()]).toEqual(['runs/one-more/a.txt']);
    expect(await storage.read('runs/one', 'a.txt')).toBeUndefined();
  });

  test('tries again what a busy service refuses', async () => {
    standIn.failures.push(503, 500, 429);
    await store('runs/one', { 'a.txt': 'text' });
    expect(standIn.objects.get('runs/one/a.txt')?.toString()).toBe('text');
    expect(standIn.failures).toEqual([]);
  });

  test('says what it was refused', async () => {
    const wrong = { ...standIn.address, secretAccessKey: 'another' };
    await expect(createBucketStorage(wrong, root).read('runs/one', 'a.txt')).rejects.toThrow(
      'The storage answered GET runs/one/a.txt with HTTP status 403 (SignatureDoesNotMatch).',
    );
  });

  test('reads parts of an object, up to its end', async () => {
    await store('runs/one', { 'a.txt': '0123456789' });
    const source = new ObjectSource(locate('runs/one', 'a.txt'));
    const read = async (offset: number, length: number) =>
      new TextDecoder().decode(await source.read(offset, length));
    expect(await read(2, 3)).toBe('234');
    expect(await read(8, 10)).toBe('89');
    expect(await read(10, 5)).toBe('');
    expect(await read(3, 0)).toBe('');
    expect(await source.size()).toBe(10);
    expect(await text(streamText(locate('runs/one', 'a.txt')))).toBe('0123456789');
  });

  test('an object that is not there is missing, as a file would be', async () => {
    const missing = locate('runs/one', 'no.txt');
    await expect(new ObjectSource(missing).read(0, 1)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(new ObjectSource(missing).size()).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(text(streamText(missing))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('what is aborted stops', async () => {
    const controller = new AbortController();
    controller.abort(new Error('not wanted any more'));
    const scratch = await storage.openScratch('work');
    await writeFile(join(scratch, 'a.txt'), 'x');
    await expect(storage.putFolder('runs/one', scratch, controller.signal)).rejects.toThrow(
      'not wanted any more',
    );
    expect(standIn.objects.size).toBe(0);
  });
});

describe('at the start', () => {
  const start = (changes: Partial<BucketAddress>) =>
    requireBucket({ ...standIn.address, ...changes });

  test('a bucket that may be used is fine', () => expect(start({})).resolves.toBeUndefined());

  test('one that may not is refused', async () => {
    await expect(start({ secretAccessKey: 'another' })).rejects.toThrow(
      /^The bucket of STORAGE_URL can't be used: .*403 \(SignatureDoesNotMatch\)/,
    );
  });

  test('one of a service that is away is refused', async () => {
    await standIn.close();
    await expect(start({})).rejects.toThrow(/can't be used: The storage can't be reached .*ECONN/);
    standIn = await startBucketStandIn();
  });

  test('one that is not there is refused', async () => {
    const url = standIn.address.url.replace('/results', '/no-such-bucket');
    await expect(start({ url })).rejects.toThrow(/404 \(NoSuchBucket\)/);
  });
});

describe('the address of a bucket', () => {
  test('is encrypted unless it says otherwise', () => {
    expect(parseBucketUrl('s3://KEY:se%2Fcret@s3.example.org/maps?region=eu-west-1')).toEqual({
      url: 'https://s3.example.org/maps',
      region: 'eu-west-1',
      accessKeyId: 'KEY',
      secretAccessKey: 'se/cret',
    });
    expect(parseBucketUrl('s3+http://KEY:secret@127.0.0.1:9000/maps/')).toMatchObject({
      url: 'http://127.0.0.1:9000/maps',
      region: 'us-east-1',
    });
  });

  test.each([
    'https://KEY:secret@s3.example.org/maps',
    's3://s3.example.org/maps',
    's3://KEY@s3.example.org/maps',
    's3://KEY:secret@s3.example.org',
    's3://KEY:secret@s3.example.org/maps/below',
    's3://KEY:%zz@s3.example.org/maps',
    's3://KEY:secret@/maps',
    'maps',
  ])('%s is none', (address) => expect(parseBucketUrl(address)).toBeUndefined());
});
