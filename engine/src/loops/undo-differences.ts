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
