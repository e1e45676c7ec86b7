import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { memorySource } from '../../../testing/memory-file.ts';
import { encodeLzw, encodePackbits } from '../../../testing/tiff-encoders.ts';
import { canStream, unpackStream } from './unpack-stream.ts';

/** More than one read, with strings that repeat and runs: the table of LZW is cleared many times. */
const samples = Uint8Array.from({ length: 700_000 }, (_, index) =>
  index % 1000 < 200 ? 7 : (index * 7919 + (index >> 6)) % 251,
);

const packed = {
  lzw: encodeLzw(samples),
  packbits: encodePackbits(samples),
  deflate: zlib.deflateSync(samples),
  zstd: zlib.zstdCompressSync(samples),
} as const;

async function unpack(bytes: Uint8Array, compression: keyof typeof packed): Promise<Buffer> {
  // Between other bytes, as in a file.
  const file = Buffer.concat([Buffer.alloc(10, 1), bytes, Buffer.alloc(10, 2)]);
  const place = { offset: 10, length: bytes.length };
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpackStream(memorySource(file), place, compression)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

test.each(Object.entries(packed))('%s comes out in chunks as it went in', async (name, bytes) => {
  const compression = name as keyof typeof packed;
  expect(canStream({ compression })).toBe(true);
  expect((await unpack(bytes, compression)).equals(samples)).toBe(true);
});

test('a stream that is cut short is an error, not fewer samples', async () => {
  await expect(unpack(packed.deflate.subarray(0, 5000), 'deflate')).rejects.toThrow();
});

test('pictures are no streams', () => {
  expect(canStream({ compression: 'jpeg' })).toBe(false);
});
