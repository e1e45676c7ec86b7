import { promisify } from 'node:util';
import zlib from 'node:zlib';

const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);
const decompressZstd = promisify<zlib.InputType, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress);

/** For fewer bytes a call into libuv's threads costs more than decompressing. */
const smallestThreadedBytes = 32 * 1024;

export interface UnpackOptions {
  /** The largest size of the decompressed block. */
  readonly blockBytes: number;
  /**
   * Whether libuv's threads may be used. That does not help in a thread that is itself one of
   * several.
   */
  readonly inBackground: boolean;
}

/** Decompresses a zlib stream of at most `blockBytes`, in the background if it is large enough. */
export async function decodeDeflate(
  bytes: Uint8Array,
  { blockBytes, inBackground }: UnpackOptions,
): Promise<Uint8Array> {
  // One additional byte lets zlib see the end of the stream in its first pass.
  const options = { chunkSize: Math.max(64, blockBytes + 1), maxOutputLength: blockBytes };
  return inBackground && blockBytes >= smallestThreadedBytes
    ? inflate(bytes, options)
    : zlib.inflateSync(bytes, options);
}

/** Decompresses a Zstandard frame of at most `blockBytes`, in another thread. */
export function decodeZstd(bytes: Uint8Array, blockBytes: number): Promise<Uint8Array> {
  return decompressZstd(bytes, {
    chunkSize: Math.max(64, blockBytes + 1),
    maxOutputLength: blockBytes,
  });
}
