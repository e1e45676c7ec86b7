/** LZW as the TIFF 6.0 document describes it: codes from 9 bits, highest first, widened early. */
export function encodeLzw(bytes: Uint8Array): Uint8Array {
  const output: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  let codeBits = 9;
  let table = new Map<string, number>();
  const emit = (code: number) => {
    pending = (pending << codeBits) | code;
    pendingBits += codeBits;
    while (pendingBits >= 8) {
      pendingBits -= 8;
      output.push((pending >> pendingBits) & 255);
      pending &= (1 << pendingBits) - 1;
    }
  };
  const codeOf = (text: string) =>
    text.length === 1 ? text.charCodeAt(0) : (table.get(text) as number);
  emit(256);
  let prefix = '';
  for (const byte of bytes) {
    const extended = prefix + String.fromCharCode(byte);
    if (extended.length === 1 || table.has(extended)) {
      prefix = extended;
      continue;
    }
    emit(codeOf(prefix));
    table.set(extended, 258 + table.size);
    const used = 258 + table.size;
    if (used === 4095) {
      emit(256);
      table = new Map();
      codeBits = 9;
    } else if (used === 512 || used === 1024 || used === 2048) {
      codeBits++;
    }
    prefix = String.fromCharCode(byte);
  }
  if (prefix !== '') {
    emit(codeOf(prefix));
    // The decoder's table grows with this last code too, and its codes may widen.
    const used = 258 + table.size + 1;
    if (used === 512 || used === 1024 || used === 2048) {
      codeBits++;
    }
  }
  emit(257);
  if (pendingBits > 0) {
    output.push((pending << (8 - pendingBits)) & 255);
  }
  return Uint8Array.from(output);
}

/** PackBits: runs of one byte where there are three or more alike, else literal bytes. */
export function encodePackbits(bytes: Uint8Array): Uint8Array {
  const output: number[] = [];
  let position = 0;
  const runAt = (start: number) => {
    let end = start + 1;
    while (end < bytes.length && bytes[end] === bytes[start] && end - start < 128) {
      end++;
    }
    return end - start;
  };
  while (position < bytes.length) {
    const run = runAt(position);
    if (run >= 3) {
      output.push(257 - run, bytes[position]);
      position += run;
      continue;
    }
    const start = position;
    while (position < bytes.length && position - start < 128 && runAt(position) < 3) {
      position++;
    }
    output.push(position - start - 1, ...bytes.subarray(start, position));
  }
  return Uint8Array.from(output);
}
