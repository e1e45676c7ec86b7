import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Bucket, type BucketAddress } from './bucket.ts';
import { createScratch, folderBytes, freeBytesAt } from './scratch.ts';
import {
  type GrowingFile,
  type GrowingFiles,
  growingPieceBytes,
  requireName,
  type Storage,
} from './storage.ts';

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
    growing: createBucketGrowingFiles(bucket, keyOf),
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
    throw new Error(`The bucket of STORAGE_URL can't be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * The stored state of a growing object. All its parts have `growingPieceBytes` bytes. `rest` names
 * the object that holds the beginning of the next part.
 */
const stateSchema = z.object({
  uploadId: z.string(),
  tags: z.array(z.string()),
  rest: z.string().default('rest'),
});
type State = z.infer<typeof stateSchema>;

/**
 * Growing files in a bucket. A file is a multipart upload with parts of one size. The beginning of
 * the next part is kept in an object beside it, because S3 accepts no small parts and can't return
 * a part. Each request writes such an object of its own, so that one which lost its place to another
 * process can't replace what that process has stored.
 */
export function createBucketGrowingFiles(
  bucket: Bucket,
  keyOf: (folder: string, file: string) => string,
): GrowingFiles {
  const stateOf = ({ state }: GrowingFile) => stateSchema.nullable().parse(state);
  const restKeyOf = ({ folder, file }: GrowingFile, rest: string) =>
    keyOf(folder, `${file}.${rest}`);

  async function readRest(growing: GrowingFile, { rest, tags }: State): Promise<Uint8Array> {
    const length = growing.offset - tags.length * growingPieceBytes;
    if (length === 0) return new Uint8Array(0);
    const key = restKeyOf(growing, rest);
    const bytes = await bucket.read(key);
    if (bytes && bytes.length >= length) return bytes.subarray(0, length);
    throw new Error(`The storage has lost ${key}.`);
  }

  async function join(growing: GrowingFile, state: State): Promise<void> {
    const key = keyOf(growing.folder, growing.file);
    const { uploadId, tags } = state;
    const rest = await readRest(growing, state);
    const last =
      rest.length > 0 ? [await bucket.putPart(key, uploadId, tags.length + 1, rest)] : [];
    await bucket.joinParts(key, uploadId, [...tags, ...last]);
  }

  /**
   * Removes the objects that hold beginnings of parts. A killed process may have left some that no
   * state names.
   */
  async function removeRests(growing: GrowingFile): Promise<void> {
    for (const key of await bucket.list(restKeyOf(growing, restPrefix))) await bucket.remove(key);
  }

  return {
    async append(growing, bytes, onGrown) {
      const key = keyOf(growing.folder, growing.file);
      const before = stateOf(growing);
      const state: State = before
        ? { ...before, tags: [...before.tags] }
        : { uploadId: await bucket.beginParts(key), tags: [], rest: newRestName() };
      const { uploadId, tags } = state;
      const piece = new Uint8Array(growingPieceBytes);
      let filled = 0;
      /** Whether the database knows of this upload's parts. */
      let isKnown = before !== null;
      const tell = async (rest: string) => {
        await onGrown(tags.length * growingPieceBytes + filled, { uploadId, tags, rest });
        isKnown = true;
      };
      const storeRest = async () => {
        const rest = newRestName();
        const restKey = restKeyOf(growing, rest);
        if (filled > 0) await bucket.putBytes(restKey, piece.subarray(0, filled));
        try {
          await tell(rest);
        } catch (error) {
          await bucket.remove(restKey);
          throw error;
        }
        await bucket.remove(restKeyOf(growing, state.rest));
      };
      try {
        const rest = await readRest(growing, state);
        piece.set(rest);
        filled = rest.length;
        for await (const chunk of bytes) {
          for (let taken = 0; taken < chunk.length; ) {
            const taking = Math.min(chunk.length - taken, piece.length - filled);
            piece.set(chunk.subarray(taken, taken + taking), filled);
            filled += taking;
            taken += taking;
            if (filled < piece.length) continue;
            tags.push(await bucket.putPart(key, uploadId, tags.length + 1, piece));
            filled = 0;
            await tell(state.rest);
          }
        }
        await storeRest();
      } catch (error) {
        await storeRest().catch(() => {});
        if (!isKnown) await bucket.dropParts(key, uploadId).catch(() => {});
        throw error;
      }
    },
    async finish(growing) {
      const key = keyOf(growing.folder, growing.file);
      const state = stateOf(growing);
      if (!state) return await bucket.putBytes(key, new Uint8Array(0));
      // An earlier process may have joined the parts and ended before it could record that. Two
      // processes may also join them at once.
      const isJoined = async () => (await bucket.sizeOf(key)) === growing.offset;
      if (!(await isJoined())) {
        try {
          await join(growing, state);
        } catch (error) {
          if (!(await isJoined())) throw error;
        }
      }
      await removeRests(growing);
    },
    async discard(growing) {
      const key = keyOf(growing.folder, growing.file);
      const state = stateOf(growing);
      if (state) {
        await bucket.dropParts(key, state.uploadId);
      }
      await removeRests(growing);
      await bucket.remove(key);
    },
  };
}

const restPrefix = 'rest';
const newRestName = () => `${restPrefix}-${randomUUID()}`;
