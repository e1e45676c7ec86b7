import { TiffError } from '../errors.ts';

/** Unpacks PackBits runs; bytes beyond `blockBytes` are dropped, as other readers do. */
export function decodePackbits(bytes: Uint8Array, blockBytes: number): Uint8Array {
  const output = new Uint8Array(blockBytes);
  let written = 0;
  let position = 0;
  while (position < bytes.length && written < blockBytes) {
    const control = bytes[position++];
    if (control < 128) {
      const end = position + control + 1;
      if (end > bytes.length) {
        throw new TiffError('damaged', 'a PackBits run is cut short');
      }
      const run = bytes.subarray(position, Math.min(end, position + blockBytes - written));
      output.set(run, written);
      written += run.length;
      position = end;
    } else if (control > 128) {
      const end = Math.min(written + 257 - control, blockBytes);
      output.fill(bytes[position++] ?? 0, written, end);
      written = end;
    }
  }
  return output.subarray(0, written);
}
