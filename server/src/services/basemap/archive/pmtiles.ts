import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { membersOf } from '@refugia/contract/members.ts';
import { Compression, type Header, PMTiles, SharedPromiseCache, TileType } from 'pmtiles';
import { messageOf } from '../../../platform/thrown.ts';
import { maxTileBytes } from '../tile-check.ts';
import {
  type Archive,
  ArchiveError,
  type ArchiveFacts,
  layerNamesOf,
  readBounds,
} from './archive.ts';

const keptDirectories = 32;
const damaged = 'copy it again, or make it anew';

/** Opens a PMTiles file (version 3 of the specification) for reading. @throws {ArchiveError} */
export async function openPmtiles(file: string): Promise<Archive> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const { buffer } = await readRange(handle, 0, Math.min(size, 127));
    const version = buffer[7];
    if (version !== 3) {
      throw new ArchiveError(
        `is a PMTiles file of version ${version}`,
        'version 3 is read: convert it with "pmtiles convert"',
      );
    }
    const source = {
      getKey: () => basename(file),
      async getBytes(offset: number, length: number) {
        // The first range, of which the header is a part, is of a fixed length.
        const wanted = offset === 0 ? Math.min(length, size) : length;
        if (!(offset >= 0 && wanted > 0 && offset + wanted <= size && wanted <= maxTileBytes)) {
          throw new RangeError('the file leads to bytes that are not in it');
        }
        const range = await readRange(handle, offset, wanted);
        return { data: range.buffer.buffer };
      },
    };
    const cache = new SharedPromiseCache(keptDirectories, false, unpack);
    const archive = new PMTiles(source, cache, unpack);
    const header = await archive.getHeader();
    checkHeader(header, size);
    const metadata = membersOf(await archive.getMetadata());
    return {
      facts: {
        type: typeOf(header.tileType),
        minZoom: header.minZoom,
        maxZoom: header.maxZoom,
        bounds: readBounds([header.minLon, header.minLat, header.maxLon, header.maxLat]),
        attribution: String(metadata?.attribution ?? ''),
        layers: layerNamesOf(metadata),
      },
      async tile({ z, x, y }) {
        const tile = await archive.getZxy(z, x, y);
        return tile === undefined ? null : new Uint8Array(tile.data);
      },
      close: () => handle.close(),
    };
  } catch (cause) {
    await handle.close();
    if (cause instanceof ArchiveError) throw cause;
    throw new ArchiveError(`is no usable PMTiles file (${messageOf(cause)})`, damaged);
  }
}

async function readRange(handle: FileHandle, position: number, length: number) {
  const buffer = new Uint8Array(new ArrayBuffer(length));
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead < length) throw new RangeError('the file ends early');
  return { buffer };
}

/** The library believes what a header says. */
function checkHeader(header: Header, size: number): void {
  const parts: [offset: number, length: number][] = [
    [header.rootDirectoryOffset, header.rootDirectoryLength],
    [header.jsonMetadataOffset, header.jsonMetadataLength],
    [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    [header.tileDataOffset, header.tileDataLength ?? 0],
  ];
  if (parts.some(([offset, length]) => offset + length > size)) {
    throw new ArchiveError('is shorter than it says', damaged);
  }
  if (!(header.minZoom <= header.maxZoom && header.maxZoom <= 24)) {
    throw new ArchiveError('has tiles of impossible zooms', 'make it anew');
  }
}

/** Unpacks directories, metadata and tiles, none of which may be a bomb. */
async function unpack(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const limit = { maxOutputLength: maxTileBytes };
  // Node's zlib gives a part of a larger buffer.
  const alone = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;
  switch (compression) {
    case Compression.Gzip:
      return alone(gunzipSync(packed, limit));
    case Compression.Brotli:
      return alone(brotliDecompressSync(packed, limit));
    case Compression.Zstd:
      return alone(zstdDecompressSync(packed, limit));
    default:
      return packed;
  }
}

function typeOf(type: TileType): ArchiveFacts['type'] {
  if (type === TileType.Mvt) return 'vector';
  if ([TileType.Png, TileType.Jpeg, TileType.Webp].includes(type)) return 'raster';
  throw new ArchiveError(
    `has tiles of the kind "${TileType[type] ?? type}"`,
    'the tiles must be vector tiles (MVT), PNG, JPEG or WebP',
  );
}
