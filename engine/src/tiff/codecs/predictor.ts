import type { RowShape } from '../../loops/predictors.ts';

/**
 * Undoes predictor 3. A row contains the first bytes of all its numbers (the most significant,
 * whatever the file's byte order), then all second bytes and so on, stored as differences. The rows
 * are returned in this machine's byte order. (Adobe TIFF Technical Note 3.)
 */
export function undoFloatDifferences(
  bytes: Uint8Array,
  { rows, samplesPerRow, bands }: RowShape,
  bytesPerSample: number,
): Uint8Array {
  const rowBytes = samplesPerRow * bytesPerSample;
  const output = new Uint8Array(rows * rowBytes);
  const pixelBytes = bands * bytesPerSample;
  for (let start = 0; start < rows * rowBytes; start += rowBytes) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let plane = 0; plane < bytesPerSample; plane++) {
        const end = start + (plane + 1) * samplesPerRow;
        let to = start + (band + 1) * bytesPerSample - 1 - plane;
        for (let index = end - samplesPerRow + band; index < end; index += bands) {
          value = (value + bytes[index]) & 0xff;
          output[to] = value;
          to += pixelBytes;
        }
      }
    }
  }
  return output;
}

/** Applies predictor 3 to little-endian rows. The writer uses it. */
export function applyFloatDifferences(
  bytes: Uint8Array,
  shape: RowShape,
  bytesPerSample: number,
): Uint8Array {
  const { rows, samplesPerRow, bands } = shape;
  const rowBytes = samplesPerRow * bytesPerSample;
  const output = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    for (let plane = 0; plane < bytesPerSample; plane++) {
      const to = row * rowBytes + plane * samplesPerRow;
      let from = row * rowBytes + bytesPerSample - 1 - plane;
      for (let index = to; index < to + samplesPerRow; index++) {
        output[index] = bytes[from];
        from += bytesPerSample;
      }
    }
  }
  applyByteDifferences(output, { rows, samplesPerRow: rowBytes, bands });
  return output;
}

/**
 * Replaces bytes by their differences from the left neighbour of their band, from right to left.
 */
function applyByteDifferences(bytes: Uint8Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let row = 0; row < rows; row++) {
    const start = row * samplesPerRow;
    for (let index = start + samplesPerRow - 1; index >= start + bands; index--) {
      bytes[index] -= bytes[index - bands];
    }
  }
}
