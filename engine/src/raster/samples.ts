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

/** Some bands over one rectangle of pixels, all of one size; each band has width × height samples. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly bands: Samples[];
}
