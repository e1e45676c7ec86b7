/**
 * Anything from which a TIFF can be read: a file, an HTTP resource, an object store, bytes in
 * memory.
 */
export interface ByteSource {
  /** A path or an address, for messages. */
  readonly name: string;
  /**
   * Reads the bytes [offset, offset + length); fewer only if the resource ends. Rejects with the
   * signal's reason when aborted.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** Size in bytes; undefined if the source does not know it. */
  size(signal?: AbortSignal): Promise<number | undefined>;
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
