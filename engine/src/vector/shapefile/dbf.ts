import iconv from 'iconv-lite';
import { viewOf } from '../../memory/view-of.ts';
import { decodeAs, decodeUtf8 } from '../decode-text.ts';
import { VectorError } from '../report.ts';
import type { Properties, PropertyValue } from '../types.ts';

const headerBytes = 32;
const descriptorBytes = 32;
const descriptorsEnd = 0x0d;
const deletedMark = 0x2a;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** A dBase table. Rows are read when they are asked for. */
export interface Table {
  readonly rowCount: number;
  /** Names of fields whose type is not supported. */
  readonly unreadFields: readonly string[];
  readonly encoding: TextEncoding;
  /** Undefined beyond the last row. */
  row(index: number): Properties | undefined;
  isDeleted(index: number): boolean;
}

/**
 * Opens a dBase III, IV or FoxPro table. If the header promises more rows than the file's size
 * allows, the size decides. Throws VectorError for a header that makes no sense.
 */
export function openTable(bytes: Uint8Array, codePage: string | undefined): Table {
  const view = viewOf(bytes);
  if (bytes.length < headerBytes) throw damaged();
  const start = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  if (start < headerBytes || recordBytes < 1) throw damaged();
  const encoding = tableEncoding(bytes, codePage);
  const fields = readFields(bytes, { start, recordBytes, encoding });
  const room = Math.max(0, Math.floor((bytes.length - start) / recordBytes));
  const rowCount = Math.min(view.getUint32(4, true), room);
  return {
    rowCount,
    encoding,
    unreadFields: fields.filter(({ type }) => !isRead(type)).map(({ name }) => name),
    isDeleted: (index) => index < rowCount && bytes[start + index * recordBytes] === deletedMark,
    row(index) {
      if (index >= rowCount) return undefined;
      const at = start + index * recordBytes;
      return Object.fromEntries(
        fields.flatMap((field): [string, PropertyValue][] => {
          if (!isRead(field.type)) return [];
          const cell = bytes.subarray(at + field.offset, at + field.offset + field.length);
          return [[field.name, readCell(cell, field.type, encoding)]];
        }),
      );
    },
  };
}

function readFields(
  bytes: Uint8Array,
  table: { start: number; recordBytes: number; encoding: TextEncoding },
): Field[] {
  const fields: Field[] = [];
  const names = new Set<string>();
  let offset = 1;
  for (let at = headerBytes; at + descriptorBytes <= table.start; at += descriptorBytes) {
    if (bytes[at] === descriptorsEnd || at + descriptorBytes > bytes.length) break;
    const type = String.fromCharCode(bytes[at + 11]);
    // For texts of more than 255 bytes, the high byte of the length is stored where numbers have
    // their decimals.
    const length = bytes[at + 16] + (type === 'C' ? bytes[at + 17] * 256 : 0);
    if (offset + length > table.recordBytes) throw damaged();
    const name = uniqueName(table.encoding.decode(untilZero(bytes.subarray(at, at + 11))), names);
    fields.push({ name, type, offset, length });
    offset += length;
  }
  return fields;
}

function uniqueName(text: string, names: Set<string>): string {
  const plain = text.trim() || 'field';
  let name = plain;
  for (let count = 2; names.has(name); count++) name = `${plain}_${count}`;
  names.add(name);
  return name;
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

const isRead = (type: string) => 'CNFDLIOB+'.includes(type);

function readCell(cell: Uint8Array, type: string, encoding: TextEncoding): PropertyValue {
  switch (type) {
    case 'N':
    case 'F':
      return readNumber(cell);
    case 'L':
      return readLogical(cell[0]);
    case 'D':
      return readDate(cell);
    case 'I':
    case '+':
      return cell.length === 4 ? viewOf(cell).getInt32(0, true) : null;
    case 'B':
    case 'O':
      return cell.length === 8 ? finite(viewOf(cell).getFloat64(0, true)) : readNumber(cell);
    default: {
      const text = encoding.decode(untilZero(cell)).trimEnd();
      return text === '' ? null : text;
    }
  }
}

function readNumber(cell: Uint8Array): number | null {
  const text = ascii(cell).trim();
  // Stars stand for a number that did not fit into its field.
  return text === '' || text.startsWith('*') ? null : finite(Number(text.replace(',', '.')));
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function readLogical(byte: number | undefined): boolean | null {
  const letter = String.fromCharCode(byte ?? 0);
  if ('TtYy'.includes(letter)) return true;
  if ('FfNn'.includes(letter)) return false;
  return null;
}

function readDate(cell: Uint8Array): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(ascii(cell)) ?? [];
  return year === undefined || year === '0000' ? null : `${year}-${month}-${day}`;
}

function ascii(cell: Uint8Array): string {
  return String.fromCharCode(...untilZero(cell));
}

function damaged(): VectorError {
  return new VectorError({ code: 'dbf-damaged' });
}

/**
 * Code pages by the language driver of a dBase table (byte 29 of its header), as dBase and FoxPro
 * number them.
 */
const driversOfPages = {
  cp437: [1, 9, 11, 13, 15, 17, 21, 24, 25, 27],
  cp850: [2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55],
  'windows-1252': [3, 87, 88, 89],
  macintosh: [4],
  cp865: [8, 23, 102],
  cp932: [19, 123],
  cp863: [28, 108],
  cp852: [31, 34, 35, 64, 100, 135],
  cp860: [36],
  cp866: [38, 101],
  cp936: [77, 122],
  cp949: [78, 121],
  cp950: [79, 120],
  cp874: [80, 124],
  cp861: [103],
  cp737: [106, 134],
  cp857: [107, 136],
  'windows-1255': [125],
  'windows-1256': [126],
  'windows-1250': [200],
  'windows-1251': [201],
  'windows-1254': [202],
  'windows-1253': [203],
  'windows-1257': [204],
};
const languageDrivers = new Map(
  Object.entries(driversOfPages).flatMap(([page, drivers]) =>
    drivers.map((driver) => [driver, page] as const),
  ),
);
/** Drivers that programs write regardless of the actual encoding. */
const meaninglessDrivers = [0, 3, 87, 88, 89];

/** A table's text encoding. */
export interface TextEncoding {
  /** Whether the encoding is a guess, because the file does not tell it. */
  readonly isGuessed: boolean;
  decode(bytes: Uint8Array): string;
}

/**
 * The encoding of a dBase table's texts: the one in the .cpg file, else the one of the table's
 * language driver. If both say no more than "Western", text that is valid UTF-8 beyond ASCII is
 * read as UTF-8. Otherwise it is Windows-1252.
 */
function tableEncoding(table: Uint8Array, codePage: string | undefined): TextEncoding {
  const named = codePage === undefined ? undefined : encodingOfCodePage(codePage);
  const driver = table[29] ?? 0;
  const ofDriver = languageDrivers.get(driver);
  if (named === 'utf8' || (named === undefined && meaninglessDrivers.includes(driver))) {
    const fallback = ofDriver ?? 'windows-1252';
    return {
      isGuessed: named === undefined && driver === 0,
      decode: (bytes) => decodeUtf8(bytes) ?? decodeCut(bytes) ?? decodeAs(fallback, bytes),
    };
  }
  const encoding = named ?? ofDriver ?? 'windows-1252';
  return {
    isGuessed: named === undefined && ofDriver === undefined,
    decode: (bytes) => decodeAs(encoding, bytes),
  };
}

/** The encoding that a .cpg file names: "UTF-8", "1252", "ANSI 1251", "Big5", "ISO 88591", "OEM 437". */
function encodingOfCodePage(text: string): string | undefined {
  const name = text.replaceAll('\0', '').replaceAll('\uFEFF', '').trim().toLowerCase();
  if (/^(utf-?8|65001)$/.test(name)) return 'utf8';
  const driver = /^ldid\/(\d+)$/.exec(name)?.[1];
  if (driver !== undefined) return languageDrivers.get(Number(driver));
  const iso = /^(?:iso)?[ _-]?8859[ _-]?(\d{1,2})$/.exec(name)?.[1];
  if (iso !== undefined) return `iso-8859-${iso}`;
  const page = /^(?:ansi|oem|cp|windows|ibm|ms)?[ _-]?(\d{3,5})$/.exec(name)?.[1];
  const candidates = page === undefined ? [name] : [`windows-${page}`, `cp${page}`, `ibm${page}`];
  return candidates.find((each) => iconv.encodingExists(each));
}

/** Decodes UTF-8 whose last letter was cut off at the end of its field. */
function decodeCut(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }) || undefined;
  } catch {
    return undefined;
  }
}
