import iconv from 'iconv-lite';
import { decodeUtf8 } from '../decode-text.ts';

/**
 * Code pages by the language driver of a dBase table (byte 29 of its header), as dBase and FoxPro
 * number them.
 */
const languageDrivers: Readonly<Record<number, string>> = {
  1: 'cp437',
  2: 'cp850',
  3: 'windows-1252',
  4: 'macintosh',
  8: 'cp865',
  9: 'cp437',
  10: 'cp850',
  11: 'cp437',
  13: 'cp437',
  14: 'cp850',
  15: 'cp437',
  16: 'cp850',
  17: 'cp437',
  18: 'cp850',
  19: 'cp932',
  20: 'cp850',
  21: 'cp437',
  22: 'cp850',
  23: 'cp865',
  24: 'cp437',
  25: 'cp437',
  26: 'cp850',
  27: 'cp437',
  28: 'cp863',
  29: 'cp850',
  31: 'cp852',
  34: 'cp852',
  35: 'cp852',
  36: 'cp860',
  37: 'cp850',
  38: 'cp866',
  55: 'cp850',
  64: 'cp852',
  77: 'cp936',
  78: 'cp949',
  79: 'cp950',
  80: 'cp874',
  87: 'windows-1252',
  88: 'windows-1252',
  89: 'windows-1252',
  100: 'cp852',
  101: 'cp866',
  102: 'cp865',
  103: 'cp861',
  106: 'cp737',
  107: 'cp857',
  108: 'cp863',
  120: 'cp950',
  121: 'cp949',
  122: 'cp936',
  123: 'cp932',
  124: 'cp874',
  125: 'windows-1255',
  126: 'windows-1256',
  134: 'cp737',
  135: 'cp852',
  136: 'cp857',
  200: 'windows-1250',
  201: 'windows-1251',
  202: 'windows-1254',
  203: 'windows-1253',
  204: 'windows-1257',
};
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
export function tableEncoding(table: Uint8Array, codePage: string | undefined): TextEncoding {
  const named = codePage === undefined ? undefined : encodingOfCodePage(codePage);
  const driver = table[29] ?? 0;
  const ofDriver = languageDrivers[driver];
  if (named === 'utf8' || (named === undefined && meaninglessDrivers.includes(driver))) {
    const fallback = ofDriver ?? 'windows-1252';
    return {
      isGuessed: named === undefined && driver === 0,
      decode: (bytes) =>
        decodeUtf8(bytes) ?? decodeCut(bytes) ?? iconv.decode(bytes as Buffer, fallback),
    };
  }
  const encoding = named ?? ofDriver ?? 'windows-1252';
  return {
    isGuessed: named === undefined && ofDriver === undefined,
    decode: (bytes) => iconv.decode(bytes as Buffer, encoding),
  };
}

/** The encoding that a .cpg file names: "UTF-8", "1252", "ANSI 1251", "Big5", "ISO 88591", "OEM 437". */
function encodingOfCodePage(text: string): string | undefined {
  const name = text.replaceAll('\0', '').replaceAll('\uFEFF', '').trim().toLowerCase();
  if (/^(utf-?8|65001)$/.test(name)) return 'utf8';
  const driver = /^ldid\/(\d+)$/.exec(name)?.[1];
  if (driver !== undefined) return languageDrivers[Number(driver)];
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
