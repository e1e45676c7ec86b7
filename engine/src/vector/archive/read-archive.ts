import { crc32, inflateRawSync } from 'node:zlib';
import iconv from 'iconv-lite';
import type { Budget } from '../budget.ts';
import { decodeUtf8 } from '../decode-text.ts';
import { shorten, VectorError } from '../report.ts';

/** A file inside of a ZIP archive. */
export interface ArchiveMember {
  /** Its path in the archive, with forward slashes. */
  readonly path: string;
  /** Its last extension in lower case, without the dot. */
  readonly extension: string;
  /** Its size as the archive declares it. Decompression never gives more. */
  readonly bytes: number;
  /** Decompresses it. Throws VectorError if it is damaged, or larger than declared. */
  read(): Uint8Array;
}

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly headerOffset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const headerSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const headerBytes = 30;
const maxCommentBytes = 0xffff;
/** Placeholders of a number that ZIP64, for archives beyond 4 GB, stores elsewhere. */
const [unsetShort, unsetLong] = [0xffff, 0xffffffff];
const methods = { stored: 0, deflated: 8 } as const;

/**
 * The members of a ZIP archive (PKWARE APPNOTE 6.3). The whole archive is checked before anything
 * is decompressed: for too many entries, entries that share bytes, names that lead out of the
 * archive, and encryption. Folders and files of operating systems are left out. Nothing is ever
 * written. Throws VectorError.
 */
export function readArchive(archive: Uint8Array, budget: Budget): ArchiveMember[] {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries = readDirectory(bytes, budget);
  for (const { path } of entries) checkPath(path);
  const spans = entries.map((entry) => locate(bytes, entry));
  checkOverlaps(spans);
  return entries.flatMap((entry, index) => {
    if (isIgnored(entry.path)) return [];
    const { dataStart, end } = spans[index];
    return [
      {
        path: entry.path,
        extension: /\.([^./]+)$/.exec(entry.path)?.[1]?.toLowerCase() ?? '',
        bytes: entry.bytes,
        read: () => {
          budget.spend('unpackedBytes', entry.bytes);
          return unpack(bytes.subarray(dataStart, end), entry);
        },
      },
    ];
  });
}

function readDirectory(bytes: Buffer, budget: Budget): Entry[] {
  const endOffset = findEnd(bytes);
  const count = bytes.readUInt16LE(endOffset + 10);
  if (count === unsetShort || bytes.readUInt32LE(endOffset + 16) === unsetLong) throw zip64();
  if (count > budget.limits.archiveEntries) {
    const params = { count, limit: budget.limits.archiveEntries };
    throw new VectorError({ code: 'archive-too-many-files', params });
  }
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(endOffset + 16);
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > endOffset || bytes.readUInt32LE(at) !== entrySignature) throw damaged();
    const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > endOffset) throw damaged();
    const isZip64 = [20, 24, 42].some((place) => bytes.readUInt32LE(at + place) === unsetLong);
    if (isZip64) throw zip64();
    entries.push({
      path: decodePath(bytes.subarray(at + entryBytes, nameEnd)),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedBytes: bytes.readUInt32LE(at + 20),
      bytes: bytes.readUInt32LE(at + 24),
      headerOffset: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  throw new VectorError({ code: 'archive-without-end' });
}

/** Where an entry lies, from its header to the end of its data. */
function locate(bytes: Buffer, { headerOffset, packedBytes }: Entry) {
  if (headerOffset + headerBytes > bytes.length) throw damaged();
  if (bytes.readUInt32LE(headerOffset) !== headerSignature) throw damaged();
  const dataStart =
    headerOffset +
    headerBytes +
    bytes.readUInt16LE(headerOffset + 26) +
    bytes.readUInt16LE(headerOffset + 28);
  const end = dataStart + packedBytes;
  if (end > bytes.length) throw damaged();
  return { start: headerOffset, dataStart, end };
}

function checkOverlaps(spans: readonly { start: number; end: number }[]): void {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  for (let index = 1; index < sorted.length; index++) {
    if (sorted[index].start < sorted[index - 1].end) {
      throw new VectorError({ code: 'archive-overlaps' });
    }
  }
}

function checkPath(path: string): void {
  const isOutside = /^([a-z]:|[/\\])/i.test(path) || path.split(/[/\\]/).includes('..');
  if (!isOutside) return;
  throw new VectorError({ code: 'archive-leads-out', params: { path: shorten(path) } });
}

function isIgnored(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  return name === '' || name.startsWith('.') || path.startsWith('__MACOSX/');
}

function unpack(data: Buffer, { path, method, isEncrypted, bytes, crc }: Entry): Uint8Array {
  const params = { path: shorten(path) };
  if (isEncrypted) throw new VectorError({ code: 'member-encrypted', params });
  const content = inflate(data, method, { ...params, bytes });
  if (content.length !== bytes || crc32(content) !== crc) {
    throw new VectorError({ code: 'member-damaged', params });
  }
  return content;
}

function inflate(
  data: Buffer,
  method: number,
  { path, bytes }: { path: string; bytes: number },
): Buffer {
  switch (method) {
    case methods.stored:
      return data;
    case methods.deflated:
      try {
        // One additional byte is allowed, because the option does not accept a length of zero.
        return inflateRawSync(data, { maxOutputLength: bytes + 1 });
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
          throw new VectorError(
            { code: 'member-larger-than-declared', params: { path } },
            { cause },
          );
        }
        throw new VectorError({ code: 'member-damaged', params: { path } }, { cause });
      }
    default:
      throw new VectorError({ code: 'member-method-unknown', params: { path, method } });
  }
}

/**
 * Names are in UTF-8 or in the code page of the first PCs. The flag that says which is often wrong.
 */
function decodePath(name: Buffer): string {
  return (decodeUtf8(name) ?? iconv.decode(name, 'cp437')).replaceAll('\\', '/');
}

function zip64(): VectorError {
  return new VectorError({ code: 'archive-zip64' });
}

function damaged(): VectorError {
  return new VectorError({ code: 'archive-damaged' });
}
