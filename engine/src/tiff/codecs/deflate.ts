import { promisify } from 'node:util';
import zlib from 'node:zlib';

const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);

/** Below this a call into libuv's threads costs more than the inflating. */
const smallestThreadedBytes = 32 * 1024;

/** Inflates a zlib stream of at most `blockBytes`; in another thread when it is worth the trip. */
export async function decodeDeflate(bytes: Uint8Array, blockBytes: number): Promise<Uint8Array> {
  // One byte to spare: zlib then sees the end of the stream in its first pass.
  const options = { chunkSize: Math.max(64, blockBytes + 1), maxOutputLength: blockBytes };
  return blockBytes < smallestThreadedBytes
    ? zlib.inflateSync(bytes, options)
    : inflate(bytes, options);
}
