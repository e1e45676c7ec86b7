/** Rows of a decoded block: `samplesPerRow` counts the samples of all `bands` in one row. */
export interface RowShape {
  readonly rows: number;
  readonly samplesPerRow: number;
  readonly bands: number;
}

/**
 * Undoes predictor 2 in place: each sample is stored as its difference from the left neighbour of
 * its band. `bytes` must begin on a boundary of `bytesPerSample` and be in this machine's byte
 * order. There is one loop for each sample size, because a loop over several array types runs
 * several times slower.
 */
export function undoHorizontalDifferences(
  bytes: Uint8Array,
  shape: RowShape,
  bytesPerSample: number,
): void {
  const { buffer, byteOffset, byteLength } = bytes;
  const count = byteLength / bytesPerSample;
  switch (bytesPerSample) {
    case 1:
      sum8(bytes, shape);
      break;
    case 2:
      sum16(new Uint16Array(buffer, byteOffset, count), shape);
      break;
    case 4:
      // Signed arrays let the sums wrap around without leaving machine integers.
      sum32(new Int32Array(buffer, byteOffset, count), shape);
      break;
    default:
      sum64(new BigUint64Array(buffer, byteOffset, count), shape);
  }
}

function sum8(samples: Uint8Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let index = start + band; index < start + samplesPerRow; index += bands) {
        value = (value + samples[index]) & 0xff;
        samples[index] = value;
      }
    }
  }
}

function sum16(samples: Uint16Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let index = start + band; index < start + samplesPerRow; index += bands) {
        value = (value + samples[index]) & 0xffff;
        samples[index] = value;
      }
    }
  }
}

function sum32(samples: Int32Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let band = 0; band < bands; band++) {
      let value = 0;
      for (let index = start + band; index < start + samplesPerRow; index += bands) {
        value = (value + samples[index]) | 0;
        samples[index] = value;
      }
    }
  }
}

function sum64(samples: BigUint64Array, { rows, samplesPerRow, bands }: RowShape): void {
  for (let start = 0; start < rows * samplesPerRow; start += samplesPerRow) {
    for (let index = start + bands; index < start + samplesPerRow; index++) {
      samples[index] += samples[index - bands];
    }
  }
}

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
