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
