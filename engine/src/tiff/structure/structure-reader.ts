import type { ByteSource } from '../byte-source.ts';
import { damaged } from '../errors.ts';

/**
 * Size of the first read. In a Cloud Optimized GeoTIFF it contains every directory and most tables.
 */
const prefetchBytes = 32 * 1024;
/** Smallest size of any other read, because a directory and its tag values usually lie together. */
const smallestReadBytes = 16 * 1024;
/** Longer chunks are returned without being kept. */
const longestKeptBytes = 1024 * 1024;
const chunksKept = 16;

interface Chunk {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Reads a file's structure in few round trips, and nothing beyond the file's end. */
export class StructureReader {
  readonly source: ByteSource;
  /** Undefined if the source does not know it. */
  readonly fileBytes: number | undefined;
  readonly #chunks: Chunk[];
  #signal: AbortSignal | undefined;

  private constructor(source: ByteSource, fileBytes: number | undefined, first: Chunk) {
    this.source = source;
    this.fileBytes = fileBytes;
    this.#chunks = [first];
  }

  /** @param signal aborts all reading until `keep` is called */
  static async open(source: ByteSource, signal?: AbortSignal): Promise<StructureReader> {
    const bytes = await source.read(0, prefetchBytes, signal);
    const fileBytes = bytes.length < prefetchBytes ? bytes.length : await source.size(signal);
    const reader = new StructureReader(source, fileBytes, { offset: 0, bytes });
    reader.#signal = signal;
    return reader;
  }

  /** Whoever opened the file keeps it. Others may read it, too, whom the signal does not concern. */
  keep(): void {
    this.#signal = undefined;
  }

  /**
   * Reads exactly [offset, offset + length). Rejects with a TiffError that names `what` if the file
   * has no such bytes.
   */
  async read(offset: number, length: number, what: string): Promise<Uint8Array> {
    this.requireInside(offset, length, what);
    const kept = this.#chunks.find(
      (chunk) => offset >= chunk.offset && offset + length <= chunk.offset + chunk.bytes.length,
    );
    if (kept) return kept.bytes.subarray(offset - kept.offset, offset - kept.offset + length);
    const bytes = await this.source.read(offset, Math.max(length, smallestReadBytes), this.#signal);
    if (bytes.length < length) throw damaged(`${what} lies beyond the end of ${this.source.name}.`);
    if (bytes.length <= longestKeptBytes) {
      this.#chunks.push({ offset, bytes });
      if (this.#chunks.length > chunksKept) {
        // The first chunk is always kept, because the head of the file serves most requests.
        this.#chunks.splice(1, 1);
      }
    }
    return bytes.subarray(0, length);
  }

  /** Throws if bytes lie outside of the file, before anything is read or allocated for them. */
  requireInside(offset: number, length: number, what: string): void {
    const end = this.fileBytes ?? Number.MAX_SAFE_INTEGER;
    const isPlace = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0;
    if (!isPlace || length < 0 || offset + length > end) {
      throw damaged(
        `${what} would take ${length} bytes at ${offset}, but ${this.source.name} ends at ${end}.`,
      );
    }
  }
}
