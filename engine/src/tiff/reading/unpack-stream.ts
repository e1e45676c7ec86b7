import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { ByteSource } from '../byte-source.ts';
import { LzwStream } from '../codecs/lzw.ts';
import { PackbitsStream } from '../codecs/packbits.ts';
import type { Compression } from '../structure/encoding.ts';

/** Bytes of a block that are read at once. Twice as many are unpacked at once. */
const usualChunkBytes = 512 * 1024;
const chunksAhead = 2;
const streamed: readonly Compression[] = ['lzw', 'deflate', 'packbits', 'zstd'];

/** Whether blocks can be unpacked in chunks. */
export function canStream({ compression }: { readonly compression: Compression }): boolean {
  return streamed.includes(compression);
}

interface UnpackOptions {
  readonly signal?: AbortSignal | undefined;
  /** Packed bytes that are read at once. Smaller chunks suit those who want the beginning only. */
  readonly chunkBytes?: number;
}

/** The unpacked bytes of one block, in chunks, so that it need not fit into memory. */
export async function* unpackStream(
  source: ByteSource,
  place: { readonly offset: number; readonly length: number },
  compression: Compression,
  { signal, chunkBytes = usualChunkBytes }: UnpackOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  const packed = packedChunks(source, place, { signal, chunkBytes });
  const chunkSize = 2 * chunkBytes;
  switch (compression) {
    case 'none':
      yield* packed;
      return;
    case 'deflate':
      yield* through(packed, zlib.createInflate({ chunkSize }));
      return;
    case 'zstd':
      yield* through(packed, zlib.createZstdDecompress({ chunkSize }));
      return;
    case 'lzw':
      yield* push(packed, new LzwStream());
      return;
    case 'packbits':
      yield* push(packed, new PackbitsStream());
      return;
    default:
      throw new RangeError(`Blocks of ${compression} can't be unpacked in chunks.`);
  }
}

async function* packedChunks(
  source: ByteSource,
  { offset, length }: { readonly offset: number; readonly length: number },
  { signal, chunkBytes }: { signal: AbortSignal | undefined; chunkBytes: number },
): AsyncGenerator<Uint8Array, void, void> {
  for (let done = 0; done < length; done += chunkBytes) {
    const bytes = await source.read(offset + done, Math.min(chunkBytes, length - done), signal);
    if (bytes.length === 0) return;
    yield bytes;
  }
}

async function* through(
  packed: AsyncIterable<Uint8Array>,
  unpacker: zlib.Inflate | zlib.ZstdDecompress,
): AsyncGenerator<Uint8Array, void, void> {
  const input = Readable.from(packed, { highWaterMark: chunksAhead });
  input.once('error', (error) => unpacker.destroy(error));
  try {
    for await (const chunk of input.pipe(unpacker)) yield chunk as Uint8Array;
  } finally {
    input.destroy();
    unpacker.destroy();
  }
}

async function* push(
  packed: AsyncIterable<Uint8Array>,
  unpacker: LzwStream | PackbitsStream,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of packed) yield* unpacker.push(chunk);
  yield unpacker.end();
}
