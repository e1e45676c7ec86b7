import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. The further fields are written instead of the true ones. */
export interface ZipEntry {
  readonly path: string;
  readonly content: Uint8Array | string;
  /** What the archive says about the unpacked size. */
  readonly declaredBytes?: number;
  readonly isEncrypted?: boolean;
  readonly isStored?: boolean;
  readonly crc?: number;
  /** Lets the entry use the data of an earlier one. */
  readonly sharesDataOf?: number;
}

/** Builds a ZIP archive byte for byte as described, so that tests can make false ones. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content as string);
    const packed = entry.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(entry.path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(entry.isStored ? 0 : 8, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.declaredBytes ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const shared = entry.sharesDataOf === undefined ? undefined : offsets[entry.sharesDataOf];
    offsets.push(shared ?? at);
    if (shared === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]);
      parts.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offsets.at(-1)!, 10);
    const signature = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
    directory.push(Buffer.concat([signature, fields, rest, name]));
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
