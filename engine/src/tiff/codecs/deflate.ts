import { promisify } from 'node:util';
import zlib from 'node:zlib';

const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);

/** Below this a call into libuv's threads costs more than the inflating. */
const smallestThreadedBytes = 32 * 1024;

export interface UnpackOptions {
  /** The most that a block may hold. */
  readonly blockBytes: number;
  /** Whether libuv's threads may do it: of no use to a thread that is itself one of several. */
  readonly inBackground: boolean;
}

/** Inflates a zlib stream of at most `blockBytes`; in the background when it is worth the trip. */
export async function decodeDeflate(
  bytes: Uint8Array,
  { blockBytes, inBackground }: UnpackOptions,
): Promise<Uint8Array> {
  // One byte to spare: zlib then sees the end of the stream in its first pass.
  const options = { chunkSize: Math.max(64, blockBytes + 1), maxOutputLength: blockBytes };
  return inBackground && blockBytes >= smallestThreadedBytes
    ? inflate(bytes, options)
    : zlib.inflateSync(bytes, options);
}
