import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeLzw, encodePackbits } from '../../../testing/tiff-encoders.ts';
import { decodeLzw, LzwStream } from './lzw.ts';
import { decodePackbits } from './packbits.ts';
import { decodeDeflate } from './zlib.ts';

/** Bytes with long and short repeats, as pixels have them. */
const pixelBytes = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 300 })), {
    maxLength: 60,
  })
  .map((runs) => Uint8Array.from(runs.flatMap(([byte, length]) => Array(length).fill(byte))));

describe('LZW', () => {
  test('decodes the example of the TIFF 6.0 document', () => {
    // Section 13: 7 7 7 8 8 7 7 6 6 becomes the codes 256 7 258 8 8 258 6 6 257.
    const codes = [256, 7, 258, 8, 8, 258, 6, 6, 257];
    const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
    const bytes = Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (octet) =>
      Number.parseInt(octet.padEnd(8, '0'), 2),
    );
    expect([...decodeLzw(bytes, 9)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
  });

  test('gives back what was encoded, through several full tables', () => {
    fc.assert(
      fc.property(fc.oneof(pixelBytes, fc.uint8Array({ maxLength: 9000 })), (bytes) => {
        expect(decodeLzw(encodeLzw(bytes), bytes.length)).toEqual(bytes);
      }),
      { numRuns: 60, seed: 1 },
    );
    const noise = Uint8Array.from({ length: 40_000 }, (_, index) => (index * index * 31) >> 7);
    expect(decodeLzw(encodeLzw(noise), noise.length)).toEqual(noise);
  });

  test('drops what does not fit and stops at the end of its input', () => {
    const bytes = new Uint8Array(5000).fill(9);
    expect(decodeLzw(encodeLzw(bytes), 100)).toEqual(bytes.subarray(0, 100));
    expect(decodeLzw(encodeLzw(bytes).subarray(0, 20), 5000).length).toBeLessThan(5000);
    expect(decodeLzw(new Uint8Array(), 10)).toHaveLength(0);
  });

  test('refuses the old order of bits with the command that mends the file', () => {
    // The first bytes of a file that GDAL 3.6.2 calls old-style LZW.
    const bytes = Buffer.from('AA8IHEiwYMEAizSQouGr', 'base64');
    const mended = 'Run gdal_translate -co COMPRESS=DEFLATE input.tif output.tif';
    expect(() => decodeLzw(bytes, 700)).toThrow(mended);
    expect(() => new LzwStream().push(bytes)).toThrow(mended);
  });

  test('refuses codes without a string', () => {
    // 256, then 300, which no earlier code has defined.
    expect(() => decodeLzw(Uint8Array.of(0x80, 0x4b, 0x00), 10)).toThrow(/LZW code 300/);
  });

  test('any bytes are decoded or refused, within the block', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        try {
          expect(decodeLzw(bytes, 4096).length).toBeLessThanOrEqual(4096);
        } catch (error) {
          expect(error).toHaveProperty('name', 'TiffError');
        }
      }),
      { numRuns: 300, seed: 2 },
    );
  });
});

describe('PackBits', () => {
  test('decodes the example of Apple Technical Note TN1023', () => {
    const packed = [
      0xfe, 0xaa, 0x02, 0x80, 0x00, 0x2a, 0xfd, 0xaa, 0x03, 0x80, 0x00, 0x2a, 0x22, 0xf7, 0xaa,
    ];
    const unpacked = [
      0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0xaa, 0xaa, 0xaa, 0xaa, 0x80, 0x00, 0x2a, 0x22, 0xaa,
      0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0xaa,
    ];
    expect([...decodePackbits(Uint8Array.from(packed), 24)]).toEqual(unpacked);
  });

  test('gives back what was encoded', () => {
    fc.assert(
      fc.property(pixelBytes, (bytes) => {
        expect(decodePackbits(encodePackbits(bytes), bytes.length)).toEqual(bytes);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  test('refuses a run that is cut short', () => {
    expect(() => decodePackbits(Uint8Array.of(5, 1, 2), 6)).toThrow(/cut short/);
  });
});

test.each([true, false])(
  'an inflated stream never grows beyond its block',
  async (inBackground) => {
    const { deflateSync } = await import('node:zlib');
    const bomb = deflateSync(new Uint8Array(10_000_000));
    await expect(decodeDeflate(bomb, { blockBytes: 1000, inBackground })).rejects.toThrow();
    await expect(decodeDeflate(bomb, { blockBytes: 100_000, inBackground })).rejects.toThrow();
    expect(await decodeDeflate(bomb, { blockBytes: 10_000_000, inBackground })).toHaveLength(
      10_000_000,
    );
  },
);
