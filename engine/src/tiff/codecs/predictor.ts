/** Rows of a decoded block: `samplesPerRow` counts the samples of all `bands` in one row. */
export interface RowShape {
  readonly rows: number;
  readonly samplesPerRow: number;
  readonly bands: number;
}

/** 32-bit samples come as Int32Array: its sums wrap around without leaving machine integers. */
type IntegerArray = Uint8Array | Uint16Array | Int32Array;

/** Undoes predictor 2 in place: each sample was stored as its difference from the one to its left. */
export function undoHorizontalDifferences(samples: IntegerArray, shape: RowShape): void {
  const { rows, samplesPerRow, bands } = shape;
  for (let row = 0; row < rows; row++) {
    const start = row * samplesPerRow;
    const end = start + samplesPerRow;
    if (bands === 1) {
      let value = samples[start];
      for (let index = start + 1; index < end; index++) {
        value = (value + samples[index]) | 0;
        samples[index] = value;
      }
    } else {
      for (let index = start + bands; index < end; index++) {
        samples[index] = (samples[index] + samples[index - bands]) | 0;
      }
    }
  }
}

/** Predictor 2 for 64-bit samples. */
export function undoHorizontalDifferences64(samples: BigUint64Array, shape: RowShape): void {
  const { rows, samplesPerRow, bands } = shape;
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * samplesPerRow;
    for (let index = row * samplesPerRow + bands; index < end; index++) {
      samples[index] += samples[index - bands];
    }
  }
}

/**
 * Undoes predictor 3: a row holds the first bytes of all its numbers (the most significant, whatever
 * the file's byte order), then all second bytes and so on, stored as differences. Gives the rows in
 * this machine's byte order. (Adobe TIFF Technical Note 3.)
 */
export function undoFloatDifferences(
  bytes: Uint8Array,
  shape: RowShape,
  bytesPerSample: number,
): Uint8Array {
  const { rows, samplesPerRow, bands } = shape;
  const rowBytes = samplesPerRow * bytesPerSample;
  const output = new Uint8Array(rows * rowBytes);
  if (bands > 1) {
    undoHorizontalDifferences(bytes, { ...shape, samplesPerRow: rowBytes });
  }
  const keep = bands > 1 ? 0 : 255;
  for (let row = 0; row < rows; row++) {
    let value = 0;
    for (let plane = 0; plane < bytesPerSample; plane++) {
      const from = row * rowBytes + plane * samplesPerRow;
      let to = row * rowBytes + bytesPerSample - 1 - plane;
      for (let index = from; index < from + samplesPerRow; index++) {
        // With one band the differences are summed on the way; with more, that is done already.
        value = (value & keep) + bytes[index];
        output[to] = value;
        to += bytesPerSample;
      }
    }
  }
  return output;
}

/** Applies predictor 2 in place, for the writer. */
export function applyHorizontalDifferences(samples: IntegerArray, shape: RowShape): void {
  const { rows, samplesPerRow, bands } = shape;
  for (let row = 0; row < rows; row++) {
    const start = row * samplesPerRow;
    for (let index = start + samplesPerRow - 1; index >= start + bands; index--) {
      samples[index] -= samples[index - bands];
    }
  }
}

/** Applies predictor 3 to little-endian rows, for the writer. */
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
  applyHorizontalDifferences(output, { rows, samplesPerRow: rowBytes, bands });
  return output;
}
