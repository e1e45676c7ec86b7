import type { ByteSource } from '../tiff/byte-source.ts';
import type { Transport } from './transport.ts';

/**
 * A resource behind a transport as a byte source. It keeps nothing: the TIFF reader merges reads that
 * lie close together and keeps the file's structure. Its size is unknown until bytes are asked for
 * beyond its end, which then are fewer.
 */
export function rangeSource(transport: Transport, url: string): ByteSource {
  return {
    name: url,
    read: (offset, length, signal) => transport.range(url, offset, length, signal),
    size: async () => undefined,
  };
}
