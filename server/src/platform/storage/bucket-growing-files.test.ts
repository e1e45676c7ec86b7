import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BucketStandIn, startBucketStandIn } from '../../../testing/bucket-stand-in.ts';
import { Bucket } from './bucket.ts';
import { BucketGrowingFiles } from './bucket-growing-files.ts';
import { type GrowingFile, type GrowingFiles, growingPartBytes } from './storage.ts';

let standIn: BucketStandIn;
let growing: GrowingFiles;
/** The file in the state that the database would hold. */
let known: GrowingFile;

beforeEach(async () => {
  standIn = await startBucketStandIn();
  growing = new BucketGrowingFiles(
    new Bucket(standIn.address),
    (folder, file) => `${folder}/${file}`,
  );
  known = { folder: 'uploads', file: 'file', offset: 0, state: null };
});
afterEach(() => standIn.close());

const whole = Buffer.from(
  Uint8Array.from({ length: 2 * growingPartBytes + 1_000 }, (_, at) => 1 + (at % 251)),
);

async function* parts(bytes: Uint8Array, error?: Error) {
  for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000);
  if (error) throw error;
}

/** Stores the reported state as JSON, unless another request has moved the file meanwhile. */
async function keep(offset: number, state: unknown): Promise<void> {
  known = { ...known, offset, state: JSON.parse(JSON.stringify(state)) };
}

const refuse = async () => {
  throw new Error('Another request goes on with this upload.');
};

describe('a file that grows in a bucket', () => {
  test('goes on after each cut, and is whole at its end', async () => {
    const cuts = [0, 700_000, 9_000_000, 2 * growingPartBytes, whole.length];
    for (const [index, end] of cuts.slice(1).entries()) {
      const part = whole.subarray(cuts[index], end);
      const cut = end < whole.length ? new Error('cut') : undefined;
      const appended = growing.append(known, parts(part, cut), keep);
      await (cut ? expect(appended).rejects.toBe(cut) : appended);
      expect(known.offset).toBe(end);
    }
    await growing.finish(known);
    expect(standIn.objects.get('uploads/file')?.equals(whole)).toBe(true);
    expect([...standIn.objects.keys()]).toEqual(['uploads/file']);
    expect(standIn.openUploads.size).toBe(0);
  });

  test('is finished again by a process that does not know that it was', async () => {
    await growing.append(known, parts(whole), keep);
    await Promise.all([growing.finish(known), growing.finish(known)]);
    await growing.finish(known);
    expect(standIn.objects.get('uploads/file')?.equals(whole)).toBe(true);
  });

  test('leaves nothing beside it, whatever a killed process had stored there', async () => {
    await growing.append(known, parts(whole), keep);
    standIn.objects.set('uploads/file.rest-of-a-killed-process', Buffer.from('beginning'));
    await growing.finish(known);
    expect([...standIn.objects.keys()]).toEqual(['uploads/file']);
    // One that was killed after it had joined the parts leaves its own.
    standIn.objects.set('uploads/file.rest-of-another', Buffer.from('beginning'));
    await growing.finish(known);
    expect([...standIn.objects.keys()]).toEqual(['uploads/file']);
    standIn.objects.set('uploads/file.rest-of-a-third', Buffer.from('beginning'));
    await growing.discard(known);
    expect([...standIn.objects.keys()]).toEqual([]);
  });

  test('loses nothing to a request that another process has overtaken', async () => {
    await growing.append(known, parts(whole.subarray(0, 500_000)), keep);
    const overtaken = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    async function* slowParts() {
      yield whole.subarray(500_000, 600_000);
      begun.resolve();
      await overtaken.promise;
      yield whole.subarray(600_000, 700_000);
    }
    const late = growing.append(known, slowParts(), refuse);
    await begun.promise;
    await growing.append(known, parts(whole.subarray(500_000, 9_500_000)), keep);
    overtaken.resolve();
    await expect(late).rejects.toThrow('Another request');
    await growing.append(known, parts(whole.subarray(9_500_000)), keep);
    await growing.finish(known);
    expect(standIn.objects.get('uploads/file')?.equals(whole)).toBe(true);
    expect([...standIn.objects.keys()]).toEqual(['uploads/file']);
  });

  test.each([
    ['that was stored in part', 9_000_000, true],
    ['whose upload was removed before anything of it was stored', 700_000, false],
  ])('%s leaves nothing behind when it is given up', async (_, bytes, isKept) => {
    const appended = growing.append(known, parts(whole.subarray(0, bytes)), isKept ? keep : refuse);
    await (isKept ? appended : expect(appended).rejects.toThrow());
    await growing.discard(known);
    expect([...standIn.objects.keys()]).toEqual([]);
    expect(standIn.openUploads.size).toBe(0);
  });
});
