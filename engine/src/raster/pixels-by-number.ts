/**
 * The pixels of each number from 1 to `most`, ascending, as views of one array that holds them number
 * after number. Pixels with 0 are left out.
 */
export function pixelsByNumber(
  numbers: Int32Array | Uint16Array,
  most: number,
): { pixelsOf: (number: number) => Int32Array; all: Int32Array } {
  const starts = new Int32Array(most + 2);
  for (let pixel = 0; pixel < numbers.length; pixel++) starts[numbers[pixel] + 1]++;
  starts[1] = 0;
  for (let number = 1; number <= most; number++) starts[number + 1] += starts[number];
  const all = new Int32Array(starts[most + 1]);
  const next = starts.slice();
  for (let pixel = 0; pixel < numbers.length; pixel++) {
    const number = numbers[pixel];
    if (number > 0) all[next[number]++] = pixel;
  }
  return { pixelsOf: (number) => all.subarray(starts[number], starts[number + 1]), all };
}
