import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../thrown.ts';
import { Bucket, type BucketAddress } from './bucket.ts';
import { BucketGrowingFiles } from './bucket-growing-files.ts';
import { createScratch, folderBytes, freeBytesAt } from './scratch.ts';
import { requireName, type Storage } from './storage.ts';

/**
 * Storage in a bucket that any number of processes share.
 * @param scratchRoot a local folder of this machine for work under way
 */
export function createBucketStorage(address: BucketAddress, scratchRoot: string): Storage {
  const bucket = new Bucket(address);
  const keyOf = (name: string, file: string) => `${requireName(name)}/${requireName(file)}`;

  return {
    ...createScratch(scratchRoot),
    async putFolder(name, localFolder, signal) {
      const bytes = await folderBytes(localFolder);
      const files = await readdir(localFolder);
      const before = await bucket.list(`${requireName(name)}/`);
      for (const file of files) {
        await bucket.put(keyOf(name, file), join(localFolder, file), signal);
      }
      const kept = new Set(files.map((file) => keyOf(name, file)));
      for (const key of before) if (!kept.has(key)) await bucket.remove(key);
      await rm(localFolder, { recursive: true, force: true });
      return bytes;
    },
    locate: (name, file) => ({ kind: 'object', bucket: address, key: keyOf(name, file) }),
    read: (name, file) => bucket.read(keyOf(name, file)),
    async removeFolder(name) {
      for (const key of await bucket.list(`${requireName(name)}/`)) await bucket.remove(key);
    },
    growing: new BucketGrowingFiles(bucket, keyOf),
    freeBytes: () => freeBytesAt(scratchRoot),
  };
}

/**
 * Checks that the bucket exists and can be used.
 * @throws with a sentence for the person who starts the product
 */
export async function requireBucket(address: BucketAddress): Promise<void> {
  try {
    await new Bucket(address).list('runs/', 1);
  } catch (error) {
    throw new Error(`The bucket of STORAGE_URL can't be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
