import { z } from 'zod';
import type { Bucket } from './bucket.ts';
import { type GrowingFile, type GrowingFiles, growingPieceBytes } from './growing-files.ts';

/** The stored state of a growing object. All its parts have `growingPieceBytes` bytes. */
const stateSchema = z.object({ uploadId: z.string(), tags: z.array(z.string()) });
type State = z.infer<typeof stateSchema>;

/**
 * Growing files in a bucket. A file is a multipart upload with parts of one size. The beginning of
 * the next part is kept in an object beside it, because S3 accepts no small parts and can't return
 * a part.
 */
export function createBucketGrowingFiles(
  bucket: Bucket,
  keyOf: (folder: string, file: string) => string,
): GrowingFiles {
  const keysOf = ({ folder, file }: Pick<GrowingFile, 'folder' | 'file'>) => ({
    key: keyOf(folder, file),
    restKey: keyOf(folder, `${file}.rest`),
  });
  const stateOf = ({ state }: GrowingFile) => stateSchema.nullable().parse(state);

  async function readRest(restKey: string, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    const rest = await bucket.read(restKey);
    if (rest && rest.length >= length) return rest.subarray(0, length);
    throw new Error(`The storage has lost ${restKey}.`);
  }

  return {
    async append(growing, bytes, onGrown) {
      const { key, restKey } = keysOf(growing);
      const state: State = stateOf(growing) ?? { uploadId: await bucket.beginParts(key), tags: [] };
      const { uploadId, tags } = state;
      const piece = new Uint8Array(growingPieceBytes);
      const rest = await readRest(restKey, growing.offset - tags.length * growingPieceBytes);
      piece.set(rest);
      let filled = rest.length;
      const storeRest = async () => {
        if (filled > 0) await bucket.putBytes(restKey, piece.subarray(0, filled));
        await onGrown(tags.length * growingPieceBytes + filled, { uploadId, tags });
      };
      try {
        for await (const chunk of bytes) {
          for (let taken = 0; taken < chunk.length; ) {
            const taking = Math.min(chunk.length - taken, piece.length - filled);
            piece.set(chunk.subarray(taken, taken + taking), filled);
            filled += taking;
            taken += taking;
            if (filled < piece.length) continue;
            tags.push(await bucket.putPart(key, uploadId, tags.length + 1, piece));
            filled = 0;
            await onGrown(tags.length * growingPieceBytes, { uploadId, tags });
          }
        }
        await storeRest();
      } catch (error) {
        await storeRest().catch(() => {});
        throw error;
      }
    },
    async finish(growing) {
      const { key, restKey } = keysOf(growing);
      const state = stateOf(growing);
      if (!state) return await bucket.putBytes(key, new Uint8Array(0));
      const { uploadId, tags } = state;
      const rest = await readRest(restKey, growing.offset - tags.length * growingPieceBytes);
      const last =
        rest.length > 0 ? [await bucket.putPart(key, uploadId, tags.length + 1, rest)] : [];
      await bucket.joinParts(key, uploadId, [...tags, ...last]);
      await bucket.remove(restKey);
    },
    async discard(growing) {
      const { key, restKey } = keysOf(growing);
      const state = stateOf(growing);
      if (state) await bucket.dropParts(key, state.uploadId);
      await bucket.remove(restKey);
      await bucket.remove(key);
    },
  };
}
