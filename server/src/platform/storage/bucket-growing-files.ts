import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Bucket } from './bucket.ts';
import { type GrowingFile, type GrowingFiles, type Grown, growingPartBytes } from './storage.ts';

const remainderPrefix = 'rest';
const newRemainderName = () => `${remainderPrefix}-${randomUUID()}`;

/**
 * The stored state of a growing object. All its parts have `growingPartBytes` bytes. `rest` names
 * the object that holds the remainder, the beginning of the next part.
 */
const stateSchema = z.object({
  uploadId: z.string(),
  tags: z.array(z.string()),
  rest: z.string().default(remainderPrefix),
});
type State = z.infer<typeof stateSchema>;

const stateOf = ({ state }: GrowingFile) => stateSchema.nullable().parse(state);

/**
 * Growing files in a bucket. A file is a multipart upload with parts of one size. The remainder
 * after its last part is kept in an object beside it, because S3 accepts no small parts and can't
 * return a part. Each request writes such an object of its own, so that one which lost its place to
 * another process can't replace what that process has stored.
 */
export class BucketGrowingFiles implements GrowingFiles {
  readonly #bucket: Bucket;
  readonly #nameKey: (folder: string, file: string) => string;

  constructor(bucket: Bucket, nameKey: (folder: string, file: string) => string) {
    this.#bucket = bucket;
    this.#nameKey = nameKey;
  }

  async append(
    growing: GrowingFile,
    bytes: AsyncIterable<Uint8Array>,
    onGrown: Grown,
  ): Promise<void> {
    const bucket = this.#bucket;
    const key = this.#keyOf(growing);
    const before = stateOf(growing);
    const state: State = before
      ? { ...before, tags: [...before.tags] }
      : { uploadId: await bucket.beginParts(key), tags: [], rest: newRemainderName() };
    const { uploadId, tags } = state;
    const part = new Uint8Array(growingPartBytes);
    let filled = 0;
    /** Whether the database knows of this upload's parts. */
    let isKnown = before !== null;
    const tell = async (rest: string) => {
      await onGrown(tags.length * growingPartBytes + filled, { uploadId, tags, rest });
      isKnown = true;
    };
    const storeRemainder = async () => {
      const name = newRemainderName();
      const remainderKey = this.#remainderKeyOf(growing, name);
      if (filled > 0) await bucket.putBytes(remainderKey, part.subarray(0, filled));
      try {
        await tell(name);
      } catch (error) {
        await bucket.remove(remainderKey);
        throw error;
      }
      await bucket.remove(this.#remainderKeyOf(growing, state.rest));
    };
    try {
      const remainder = await this.#readRemainder(growing, state);
      part.set(remainder);
      filled = remainder.length;
      for await (const chunk of bytes) {
        for (let taken = 0; taken < chunk.length; ) {
          const taking = Math.min(chunk.length - taken, part.length - filled);
          part.set(chunk.subarray(taken, taken + taking), filled);
          filled += taking;
          taken += taking;
          if (filled < part.length) continue;
          tags.push(await bucket.putPart(key, uploadId, tags.length + 1, part));
          filled = 0;
          await tell(state.rest);
        }
      }
      await storeRemainder();
    } catch (error) {
      await storeRemainder().catch(() => {});
      if (!isKnown) await bucket.dropParts(key, uploadId).catch(() => {});
      throw error;
    }
  }

  async finish(growing: GrowingFile): Promise<void> {
    const key = this.#keyOf(growing);
    const state = stateOf(growing);
    if (!state) return await this.#bucket.putBytes(key, new Uint8Array(0));
    // An earlier process may have joined the parts and ended before it could record that. Two
    // processes may also join them at once.
    const isJoined = async () => (await this.#bucket.sizeOf(key)) === growing.offset;
    if (!(await isJoined())) {
      try {
        await this.#join(growing, state);
      } catch (error) {
        if (!(await isJoined())) throw error;
      }
    }
    await this.#removeRemainders(growing);
  }

  async discard(growing: GrowingFile): Promise<void> {
    const key = this.#keyOf(growing);
    const state = stateOf(growing);
    if (state) await this.#bucket.dropParts(key, state.uploadId);
    await this.#removeRemainders(growing);
    await this.#bucket.remove(key);
  }

  #keyOf({ folder, file }: GrowingFile): string {
    return this.#nameKey(folder, file);
  }

  #remainderKeyOf({ folder, file }: GrowingFile, name: string): string {
    return this.#nameKey(folder, `${file}.${name}`);
  }

  async #readRemainder(growing: GrowingFile, { rest, tags }: State): Promise<Uint8Array> {
    const length = growing.offset - tags.length * growingPartBytes;
    if (length === 0) return new Uint8Array(0);
    const key = this.#remainderKeyOf(growing, rest);
    const bytes = await this.#bucket.read(key);
    if (bytes && bytes.length >= length) return bytes.subarray(0, length);
    throw new Error(`The storage has lost ${key}.`);
  }

  async #join(growing: GrowingFile, state: State): Promise<void> {
    const key = this.#keyOf(growing);
    const { uploadId, tags } = state;
    const remainder = await this.#readRemainder(growing, state);
    const last =
      remainder.length > 0
        ? [await this.#bucket.putPart(key, uploadId, tags.length + 1, remainder)]
        : [];
    await this.#bucket.joinParts(key, uploadId, [...tags, ...last]);
  }

  /** A killed process may have left remainders that no state names, so all are removed. */
  async #removeRemainders(growing: GrowingFile): Promise<void> {
    const keys = await this.#bucket.list(this.#remainderKeyOf(growing, remainderPrefix));
    for (const key of keys) await this.#bucket.remove(key);
  }
}
