import iconv from 'iconv-lite';
import { VectorError } from './report.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a UTF-8 file, or undefined when it is not UTF-8. A byte order mark is dropped. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of bytes in an encoding that `iconv-lite` knows. */
export function decodeAs(encoding: string, { buffer, byteOffset, byteLength }: Uint8Array): string {
  return iconv.decode(Buffer.from(buffer, byteOffset, byteLength), encoding);
}

/** The encoding that the first bytes show: by a byte order mark, or by zeros beside ASCII. */
function encodingOfMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  return undefined;
}

/**
 * Decodes a text file of unknown encoding: UTF-16 if its mark shows that, else `declared` if it is
 * a known encoding, else UTF-8, else Windows-1252. Throws VectorError for a file without any text.
 */
export function decodeText(
  bytes: Uint8Array,
  declared?: string,
): { text: string; isGuessed: boolean } {
  const marked = encodingOfMark(bytes);
  if (marked) return checked(new TextDecoder(marked).decode(bytes), false);
  // Real UTF-16 was recognised above. If it is only declared, the text was saved in another
  // encoding later.
  const isDeclaredOther = declared !== undefined && !/^utf-?(8|16|32)/i.test(declared);
  if (isDeclaredOther && iconv.encodingExists(declared)) {
    return checked(decodeAs(declared, bytes), false);
  }
  const text = decodeUtf8(bytes);
  if (text !== undefined) return checked(text, false);
  return checked(decodeAs('windows-1252', bytes), true);
}

function checked(text: string, isGuessed: boolean) {
  if (text.trim() === '') throw new VectorError({ code: 'file-empty' });
  return { text, isGuessed };
}
