import type { ByteSink } from '../src/tiff/writer/sink.ts';

export { memorySource } from '../src/source/memory-source.ts';

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
