/**
 * Counts how often each byte occurs, into four tables that add up to the counts. Four bytes are read
 * at a time, and equal neighbours do not wait for each other's count.
 */
export function countBytes(bytes: Uint8Array, tables: readonly Uint32Array[]): void {
  const [first, second, third, fourth] = tables;
  let done = 0;
  if (bytes.byteOffset % 4 === 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    for (let index = 0; index < words.length; index++) {
      const four = words[index];
      first[four & 0xff]++;
      second[(four >>> 8) & 0xff]++;
      third[(four >>> 16) & 0xff]++;
      fourth[four >>> 24]++;
    }
    done = 4 * words.length;
  }
  for (let index = done; index < bytes.length; index++) first[bytes[index]]++;
}
