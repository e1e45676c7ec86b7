import type { ByteSource } from '../tiff/byte-source.ts';

/** A byte source over bytes that are already in memory; reads are views, not copies. */
export function memorySource(bytes: Uint8Array, name = 'memory'): ByteSource {
  return {
    name,
    async read(offset, length, signal) {
      signal?.throwIfAborted();
      return bytes.subarray(
        Math.min(offset, bytes.length),
        Math.min(offset + length, bytes.length),
      );
    },
    async size() {
      return bytes.length;
    },
  };
}
