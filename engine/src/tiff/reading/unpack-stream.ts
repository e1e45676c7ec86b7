import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import type { ByteSource } from '../byte-source.ts';
import { LzwStream } from '../codecs/lzw-stream.ts';
import { PackbitsStream } from '../codecs/packbits-stream.ts';
import { reverseBits } from '../codecs/reverse-bits.ts';
import type { BlockEncoding, Compression } from '../structure/encoding.ts';

const readBytes = 512 * 1024;
const outputBytes = 1024 * 1024;
const streamed: readonly Compression[] = ['lzw', 'deflate', 'packbits', 'zstd'];

/** Whether blocks can be unpacked piece by piece. */
export function canStream({
  compression,
  packedColours,
}: Pick<BlockEncoding, 'compression' | 'packedColours'>): boolean {
  return streamed.includes(compression) && !packedColours;
}

/** The unpacked bytes of one block, in pieces, so that it need not fit into memory. */
export async function* unpackStream(
  source: ByteSource,
  place: { readonly offset: number; readonly length: number },
  { compression, isReversed }: Pick<BlockEncoding, 'compression' | 'isReversed'>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const packed = packedPieces(source, place, isReversed, signal);
  switch (compression) {
    case 'deflate':
      yield* through(packed, zlib.createInflate({ chunkSize: outputBytes }));
      return;
    case 'zstd':
      yield* through(packed, zlib.createZstdDecompress({ chunkSize: outputBytes }));
      return;
    case 'lzw':
      yield* push(packed, new LzwStream());
      return;
    case 'packbits':
      yield* push(packed, new PackbitsStream());
      return;
    default:
      throw new RangeError(`Blocks of ${compression} can't be unpacked piece by piece.`);
  }
}

async function* packedPieces(
  source: ByteSource,
  { offset, length }: { readonly offset: number; readonly length: number },
  isReversed: boolean,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  for (let done = 0; done < length; done += readBytes) {
    const bytes = await source.read(offset + done, Math.min(readBytes, length - done), signal);
    if (bytes.length === 0) return;
    yield isReversed ? reverseBits(bytes) : bytes;
  }
}

async function* through(
  packed: AsyncIterable<Uint8Array>,
  unpacker: zlib.Inflate | zlib.ZstdDecompress,
): AsyncGenerator<Uint8Array, void, void> {
  const input = Readable.from(packed);
  input.once('error', (error) => unpacker.destroy(error));
  try {
    for await (const piece of input.pipe(unpacker)) yield piece as Uint8Array;
  } finally {
    input.destroy();
    unpacker.destroy();
  }
}

async function* push(
  packed: AsyncIterable<Uint8Array>,
  unpacker: LzwStream | PackbitsStream,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of packed) yield* unpacker.push(piece);
  yield unpacker.end();
}
