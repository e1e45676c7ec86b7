/** Whatever a TIFF is read from: a file, an HTTP resource, an object store, bytes in memory. */
export interface ByteSource {
  /** For messages: a path or an address. */
  readonly name: string;
  /**
   * Bytes [offset, offset + length); fewer only where the resource ends.
   * Rejects with the signal's reason when aborted.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** Size in bytes; undefined where the source can't say. */
  size(signal?: AbortSignal): Promise<number | undefined>;
}
