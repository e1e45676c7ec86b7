import type { ByteSource } from '../src/tiff/byte-source.ts';
import type { ByteSink } from '../src/tiff/writer/sink.ts';

/** Keeps what is written in memory. */
export function memorySink(): ByteSink & { bytes(): Uint8Array } {
  const parts: Uint8Array[] = [];
  return {
    async write(bytes) {
      parts.push(bytes);
    },
    bytes: () => Buffer.concat(parts),
  };
}

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
