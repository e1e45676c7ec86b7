import type { ByteSource } from '../tiff/byte-source.ts';
import type { Transport } from './transport.ts';

export interface RangeSourceOptions {
  /** The start of the resource is read at once in this size: a COG's whole header, usually. */
  headBytes?: number;
  /** Reads made together are one request when no more than this lies between them. */
  maxGapBytes?: number;
  /** No merged request is longer. */
  maxMergedBytes?: number;
}

const defaults = {
  headBytes: 32 * 1024,
  maxGapBytes: 32 * 1024,
  maxMergedBytes: 4 * 1024 * 1024,
};

interface PendingRead {
  offset: number;
  length: number;
  signal: AbortSignal | undefined;
  resolve: (bytes: Uint8Array) => void;
  reject: (reason: unknown) => void;
}

/**
 * A remote resource as a byte source. The head of the file is fetched once and kept; reads that are
 * asked for in the same turn of the event loop and lie close together become one request. Blocks of
 * samples aren't kept: whoever decodes them knows what is worth keeping.
 */
export class RangeSource implements ByteSource {
  readonly name: string;
  readonly #transport: Transport;
  readonly #options: Required<RangeSourceOptions>;
  #head: Promise<Uint8Array> | undefined;
  #pending: PendingRead[] = [];

  constructor(transport: Transport, url: string, options: RangeSourceOptions = {}) {
    this.name = url;
    this.#transport = transport;
    this.#options = { ...defaults, ...options };
  }

  async read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted();
    const { headBytes } = this.#options;
    if (offset + length <= headBytes) {
      const head = await this.#readHead(signal);
      return head.subarray(offset, offset + length);
    }
    return this.#enqueue(offset, length, signal);
  }

  /** HTTP says it only with a reply; nothing that reads a COG needs it before. */
  async size(): Promise<undefined> {
    return undefined;
  }

  /**
   * Several reads may wait for the same head. A failed one isn't kept, so that the next read tries
   * again; it belongs to the signal of whoever asked first.
   */
  #readHead(signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (!this.#head) {
      const head = this.#transport.range(this.name, 0, this.#options.headBytes, signal);
      this.#head = head;
      head.catch(() => {
        if (this.#head === head) this.#head = undefined;
      });
    }
    return this.#head;
  }

  #enqueue(offset: number, length: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.#flush());
      this.#pending.push({ offset, length, signal, resolve, reject });
    });
  }

  #flush(): void {
    const reads = this.#pending.sort((a, b) => a.offset - b.offset);
    this.#pending = [];
    let group: PendingRead[] = [];
    for (const read of reads) {
      if (group.length > 0 && !this.#fits(group, read)) {
        void this.#fetch(group);
        group = [];
      }
      group.push(read);
    }
    if (group.length > 0) void this.#fetch(group);
  }

  /** Only reads of one signal are merged: aborting one of them must not lose another's bytes. */
  #fits(group: readonly PendingRead[], read: PendingRead): boolean {
    const end = endOf(group);
    const mergedBytes = Math.max(end, read.offset + read.length) - group[0]!.offset;
    return (
      group[0]!.signal === read.signal &&
      read.offset - end <= this.#options.maxGapBytes &&
      mergedBytes <= this.#options.maxMergedBytes
    );
  }

  async #fetch(group: readonly PendingRead[]): Promise<void> {
    const { offset: start, signal } = group[0]!;
    try {
      const bytes = await this.#transport.range(this.name, start, endOf(group) - start, signal);
      for (const { offset, length, resolve } of group) {
        resolve(bytes.subarray(offset - start, offset - start + length));
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

function endOf(reads: readonly PendingRead[]): number {
  return reads.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
}
