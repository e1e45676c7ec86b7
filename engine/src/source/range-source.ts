import type { ByteSource } from '../tiff/byte-source.ts';
import type { Transport } from './transport.ts';

/**
 * A resource behind a transport as a byte source. It caches nothing, because the TIFF reader merges
 * nearby reads and keeps the file's structure. Its size is unknown until a read beyond its end
 * returns fewer bytes.
 */
export function rangeSource(transport: Transport, url: string): ByteSource {
  return {
    name: url,
    read: (offset, length, signal) => transport.range(url, offset, length, signal),
    size: async () => undefined,
  };
}
