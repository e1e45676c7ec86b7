/** How a file stores its numbers. */
export interface SampleEncoding {
  format?: 'uint' | 'int' | 'float';
  bits?: 1 | 2 | 4 | 8 | 12 | 16 | 32 | 64;
  predictor?: 1 | 2 | 3;
}

/** One row in the file's byte order, with its predictor applied as the TIFF documents describe it. */
export function encodeRow(
  image: SampleEncoding,
  row: readonly number[],
  bands: number,
  littleEndian: boolean,
): Uint8Array {
  const { bits = 8, format = 'uint', predictor = 1 } = image;
  if (bits < 16 && bits !== 8) {
    const text = row.map((value) => value.toString(2).padStart(bits, '0')).join('');
    const octets = text.match(/.{1,8}/g) ?? [];
    return Uint8Array.from(octets, (octet) => Number.parseInt(octet.padEnd(8, '0'), 2));
  }
  const size = bits / 8;
  const bytes = new Uint8Array(row.length * size);
  const view = new DataView(bytes.buffer);
  // Predictor 3 takes the bytes of each number from the most significant one.
  const isLittle = predictor === 3 ? false : littleEndian;
  row.forEach((value, index) => {
    writeSample(view, index * size, value, { bits, format, littleEndian: isLittle });
  });
  if (predictor === 2) {
    for (let index = row.length - 1; index >= bands; index--) {
      const [place, before] = [index * size, (index - bands) * size];
      writeUnsigned(
        view,
        place,
        readUnsigned(view, place, size, isLittle) - readUnsigned(view, before, size, isLittle),
        { size, littleEndian: isLittle },
      );
    }
  }
  if (predictor === 3) {
    const planes = Uint8Array.from(
      bytes,
      (_, index) => bytes[(index % row.length) * size + Math.floor(index / row.length)],
    );
    return planes.map((byte, index) => byte - (index >= bands ? planes[index - bands] : 0));
  }
  return bytes;
}

interface SampleCoding {
  readonly bits: number;
  readonly format: 'uint' | 'int' | 'float';
  readonly littleEndian: boolean;
}

function writeSample(
  view: DataView,
  place: number,
  value: number,
  { bits, format, littleEndian }: SampleCoding,
): void {
  if (format === 'float' && bits === 64) {
    view.setFloat64(place, value, littleEndian);
  } else if (format === 'float' && bits === 32) {
    view.setFloat32(place, value, littleEndian);
  } else {
    const whole = format === 'float' ? float16Bits(value) : BigInt(value);
    writeUnsigned(view, place, whole, { size: bits / 8, littleEndian });
  }
}

function readUnsigned(view: DataView, place: number, size: number, littleEndian: boolean): bigint {
  let value = 0n;
  for (let index = 0; index < size; index++) {
    const byte = view.getUint8(place + (littleEndian ? size - 1 - index : index));
    value = (value << 8n) | BigInt(byte);
  }
  return value;
}

function writeUnsigned(
  view: DataView,
  place: number,
  value: bigint,
  { size, littleEndian }: { readonly size: number; readonly littleEndian: boolean },
): void {
  for (let index = 0; index < size; index++) {
    const byte = Number((value >> BigInt(8 * index)) & 255n);
    view.setUint8(place + (littleEndian ? index : size - 1 - index), byte);
  }
}

/** Half-precision bit patterns of IEEE 754, as published in tables of examples. */
export const float16Examples: ReadonlyMap<number, number> = new Map([
  [0, 0x0000],
  [2 ** -24, 0x0001],
  [0.00006103515625, 0x0400],
  [0.333251953125, 0x3555],
  [0.99951171875, 0x3bff],
  [1, 0x3c00],
  [1.0009765625, 0x3c01],
  [-2, 0xc000],
  [65504, 0x7bff],
  [Infinity, 0x7c00],
  [-Infinity, 0xfc00],
]);

function float16Bits(value: number): bigint {
  const bits = float16Examples.get(value);
  if (bits === undefined) {
    throw new RangeError(`${value} is not among the half-precision examples.`);
  }
  return BigInt(bits);
}
