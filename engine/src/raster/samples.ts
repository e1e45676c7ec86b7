/** The sample types that a raster band can have. */
export type SampleType =
  | 'uint8'
  | 'int8'
  | 'uint16'
  | 'int16'
  | 'uint32'
  | 'int32'
  | 'float32'
  | 'float64';

/** One band's samples, row by row from the top. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Some bands over one rectangle of pixels. Each band has width × height samples. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly bands: Samples[];
}

interface SampleArray {
  new (memory: number | ArrayBufferLike): Samples;
  readonly BYTES_PER_ELEMENT: number;
  of(...values: number[]): Samples;
}

const sampleArrays: Record<SampleType, SampleArray> = {
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** A band of `count` zeros. */
export function createSamples(sampleType: SampleType, count: number): Samples {
  return new sampleArrays[sampleType](count);
}

/** A band of `count` zeros of the same type as another. */
export function createSamplesLike(band: Samples, count: number): Samples {
  return createSamples(sampleTypeOf(band), count);
}

/** A band of `count` zeros in memory that threads can share. */
export function createSharedSamples(sampleType: SampleType, count: number): Samples {
  const memory = new SharedArrayBuffer(count * bytesPerSample(sampleType));
  return new sampleArrays[sampleType](memory);
}

/** The type of a band's samples. */
export function sampleTypeOf(samples: Samples): SampleType {
  for (const [sampleType, SampleArray] of Object.entries(sampleArrays)) {
    if (samples instanceof SampleArray) return sampleType as SampleType;
  }
  throw new TypeError(`${samples} is no band of samples.`);
}

/** The size of one sample of a type, in bytes. */
export function bytesPerSample(sampleType: SampleType): number {
  return sampleArrays[sampleType].BYTES_PER_ELEMENT;
}

/**
 * The sample of a type that is nearest to a number, as GDAL converts it: rounded, and cut to the type's
 * range; 0 for NaN among whole numbers.
 */
export function nearestSample(sampleType: SampleType, value: number): number {
  if (sampleType === 'float32') return Math.fround(value);
  if (sampleType === 'float64') return value;
  const bits = 8 * bytesPerSample(sampleType);
  const lowest = sampleType.startsWith('int') ? -(2 ** (bits - 1)) : 0;
  const rounded = Math.sign(value) * Math.round(Math.abs(value));
  return Math.min(lowest + 2 ** bits - 1, Math.max(lowest, rounded)) || 0;
}

/** Whether a sample of the type can be exactly this number, NaN included. */
export function canHold(sampleType: SampleType, value: number): boolean {
  const held = sampleArrays[sampleType].of(value)[0];
  return held === value || (Number.isNaN(held) && Number.isNaN(value));
}
