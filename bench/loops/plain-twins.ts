/**
 * The hand-tuned loops of `engine/src/loops`, as one would write them first. Each gives what its
 * twin gives, and takes the same arguments as far as the benchmark needs them.
 */

interface Combined {
  readonly offsets: Float64Array;
  readonly factors: Float64Array;
  readonly columnCount: number;
}

/** The twin of `combineBlock`: one column after the other is added to one sum after the other. */
export function combine(
  { offsets, factors, columnCount }: Combined,
  columns: readonly Float64Array[],
  sums: readonly Float64Array[],
): void {
  for (const [index, sum] of sums.entries()) {
    sum.fill(offsets[index]);
    for (const [column, values] of columns.entries()) {
      const factor = factors[index * columnCount + column];
      for (let i = 0; i < sum.length; i++) sum[i] += factor * values[i];
    }
  }
}

type AnySamples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** The twin of `copySamples` and `copyDifferences`: one loop for arrays of every type. */
export function copy(
  source: AnySamples,
  target: AnySamples,
  { column, isDifference }: { column: number; isDifference: boolean },
): void {
  let left = 0;
  for (let read = 0, write = 0; read < source.length; read++, write += column) {
    const value = source[read];
    target[write] = isDifference ? value - left : value;
    left = value;
  }
}

/** The twin of `copySums` and `undoHorizontalDifferences`: one loop for arrays of every type. */
export function sum(source: AnySamples, target: AnySamples): void {
  let value = 0;
  for (let index = 0; index < source.length; index++) {
    value = (value + source[index]) | 0;
    target[index] = value;
  }
}

/** The twin of `halveIntegers`: averages of numbers of any type. */
export function halve(top: AnySamples, bottom: AnySamples, half: AnySamples, nodata: number): void {
  for (let column = 0; column < half.length; column++) {
    const left = column * 2;
    const right = Math.min(left + 1, top.length - 1);
    const four = [top[left], top[right], bottom[left], bottom[right]];
    let sum = 0;
    let count = 0;
    for (const value of four) {
      if (value === nodata || !Number.isFinite(value)) continue;
      sum += value;
      count++;
    }
    half[column] = count === 0 ? nodata : Math.round(sum / count);
  }
}
