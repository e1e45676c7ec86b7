import { promisify } from 'node:util';
import zlib from 'node:zlib';

const decompress = promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

/** Decompresses a Zstandard frame of at most `blockBytes`, in another thread. */
export function decodeZstd(bytes: Uint8Array, blockBytes: number): Promise<Uint8Array> {
  return decompress(bytes, {
    chunkSize: Math.max(64, blockBytes + 1),
    maxOutputLength: blockBytes,
  });
}
