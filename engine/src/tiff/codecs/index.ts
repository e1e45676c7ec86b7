import type { BlockEncoding } from '../structure/encoding.ts';
import { decodeLerc } from './lerc.ts';
import { decodeLzw } from './lzw.ts';
import { decodePackbits } from './packbits.ts';
import { decodeJpeg, decodePicture, type PictureShape } from './picture.ts';
import { decodeDeflate, decodeZstd, type UnpackOptions } from './zlib.ts';

/**
 * Whether a codec returns samples in this machine's byte order, whatever the file's is. LERC does not:
 * libtiff turns the bytes of a big-endian file before LERC packs them.
 */
export function decodesToNativeOrder({ compression }: BlockEncoding): boolean {
  return compression === 'jpeg' || compression === 'webp';
}

/**
 * Decompresses one block. The result has at most `blockBytes` bytes; the caller checks whether they
 * are enough. Without compression the result is the given bytes, not a copy.
 */
export async function decompressBlock(
  bytes: Uint8Array,
  encoding: BlockEncoding,
  shape: PictureShape,
  options: UnpackOptions,
): Promise<Uint8Array> {
  const { blockBytes } = options;
  switch (encoding.compression) {
    case 'none':
      return bytes;
    case 'deflate':
      return decodeDeflate(bytes, options);
    case 'zstd':
      return decodeZstd(bytes, blockBytes);
    case 'lzw':
      return decodeLzw(bytes, blockBytes);
    case 'packbits':
      return decodePackbits(bytes, blockBytes);
    case 'jpeg':
      return decodeJpeg(bytes, shape, {
        tables: encoding.jpegTables,
        isYcbcr: encoding.isYcbcr,
      });
    case 'webp':
      return decodePicture(bytes, shape);
    case 'lerc':
      return decodeLerc(
        await unpackLerc(bytes, encoding, options),
        shape,
        encoding.bitsPerSample / 8,
      );
  }
}

/** Removes the additional compression of a LERC block. LERC needs little beyond its samples. */
async function unpackLerc(
  bytes: Uint8Array,
  encoding: BlockEncoding,
  { blockBytes, inBackground }: UnpackOptions,
): Promise<Uint8Array> {
  const longest = 2 * blockBytes + 4096;
  switch (encoding.lercCompression) {
    case 'none':
      return bytes;
    case 'deflate':
      return decodeDeflate(bytes, { blockBytes: longest, inBackground });
    case 'zstd':
      return decodeZstd(bytes, longest);
  }
}
