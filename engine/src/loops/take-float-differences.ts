/**
 * Applies predictor 3 to little-endian numbers of four bytes, in rows of one band: a row becomes the
 * first bytes of all its numbers, the most significant, then all second bytes and so on, each as its
 * difference from the byte before it. One pass writes to all four.
 */
export function takeFloatDifferences(
  bytes: Uint8Array,
  { rows, samplesPerRow }: { readonly rows: number; readonly samplesPerRow: number },
): Uint8Array {
  const count = rows * samplesPerRow;
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, count);
  const output = new Uint8Array(4 * count);
  for (let start = 0; start < count; start += samplesPerRow) {
    const first = 4 * start;
    const second = first + samplesPerRow;
    const third = second + samplesPerRow;
    const fourth = third + samplesPerRow;
    // Each variable holds the previous byte of one part of the row, in its lowest eight bits. The
    // first part begins at 0, and each other part continues from the last byte of the part before
    // it.
    const last = numbers[start + samplesPerRow - 1];
    let a = 0;
    let b = last >>> 24;
    let c = last >>> 16;
    let d = last >>> 8;
    for (let index = 0; index < samplesPerRow; index++) {
      const number = numbers[start + index];
      output[first + index] = (number >>> 24) - a;
      output[second + index] = (number >>> 16) - b;
      output[third + index] = (number >>> 8) - c;
      output[fourth + index] = number - d;
      a = number >>> 24;
      b = number >>> 16;
      c = number >>> 8;
      d = number;
    }
  }
  return output;
}
