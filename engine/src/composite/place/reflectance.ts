import { LeastRecentlyUsed } from '../../memory/least-recently-used.ts';
import type { Window } from '../../raster/grid.ts';
import type { Samples } from '../../raster/samples.ts';
import type { BandName, SceneAsset } from '../../source/scene.ts';
import { forEachSpanOfWindow } from './spans.ts';

/** Composites hold reflectance multiplied by this, as whole numbers from 1. 0 is nodata. */
export const reflectanceScale = 10_000;

/** A number of a composite: at least 1, because 0 is nodata. */
export function storable(number: number): number {
  return Math.min(65_535, Math.max(1, number));
}

/** A shift of such a number, rounded, and at most `largest` up or down. */
export function roundedShift(shift: number, largest: number): number {
  return Math.round(Math.min(largest, Math.max(-largest, shift)));
}

/**
 * Reflectance cannot be negative. With noise and errors of the correction it is still not below
 * this.
 */
const impossibleReflectance = -0.03;
const impossibleShare = 0.2;
/** These bands are dark enough on almost any ground to show that an offset was subtracted twice. */
const visibleBands: readonly BandName[] = ['blue', 'green', 'red'];

/** A band's samples as they were read, and how they become reflectance. */
export interface ReadBand {
  readonly asset: SceneAsset;
  readonly nodata: number;
  readonly name: BandName;
  readonly read: WindowSamples;
}

/** Samples of a window of the work grid. Pixels that are not needed may be nodata. */
interface WindowSamples {
  readonly window: Window;
  readonly samples: Samples;
}

interface Placement {
  /** The needed pixels of the work grid, as `spansOfOnes` gives them. */
  readonly spans: Int32Array;
  readonly missing: Uint8Array;
  readonly gridWidth: number;
  /** In reflectance: a value is the file's number × the asset's scale + this. */
  readonly offset: number;
}

/**
 * Writes the needed pixels of a band into a composite. Writes 1 into `missing` where the band has
 * no value, and tells whether there are such pixels.
 */
export function writeReflectance(
  band: Uint16Array,
  { asset, nodata, read }: ReadBand,
  { spans, missing, gridWidth, offset }: Placement,
): boolean {
  const { window, samples } = read;
  const conversion = { scale: asset.scale, offset, nodata };
  const table = samples instanceof Uint16Array ? tableOf(conversion) : undefined;
  let isAnyLacking = false;
  forEachSpanOfWindow(spans, { width: gridWidth, window }, (first, end, place) => {
    const values = samples.subarray(place, place + end - first);
    const target = band.subarray(first, end);
    const isWhole = table
      ? applyTable(table, values as Uint16Array, target)
      : convertAll(values, conversion, target);
    if (isWhole) return;
    isAnyLacking = true;
    for (let index = first; index < end; index++) if (band[index] === 0) missing[index] = 1;
  });
  return isAnyLacking;
}

/** Converts the values by the table, and tells whether each of them has a value. */
function applyTable(table: Uint16Array, values: Uint16Array, target: Uint16Array): boolean {
  let lacking = 0;
  for (let index = 0; index < target.length; index++) {
    const value = table[values[index]];
    target[index] = value;
    lacking |= value === 0 ? 1 : 0;
  }
  return lacking === 0;
}

function convertAll(values: Samples, conversion: Conversion, target: Uint16Array): boolean {
  for (let index = 0; index < target.length; index++) {
    target[index] = convert(values[index], conversion);
  }
  return !target.includes(0);
}

/** How a file's numbers become reflectance. */
interface Conversion {
  readonly scale: number;
  readonly offset: number;
  readonly nodata: number;
}

function convert(value: number, { scale, offset, nodata }: Conversion): number {
  if (value === nodata || Number.isNaN(value)) return 0;
  const scaled = value * (scale * reflectanceScale) + offset * reflectanceScale;
  return storable(Math.round(scaled));
}

/** Few tables are enough, because most scenes of a catalogue have the same conversion. */
const tables = new LeastRecentlyUsed<Uint16Array>(8);

/** The result for each 16-bit number. A table is faster than converting every pixel. */
function tableOf(conversion: Conversion): Uint16Array {
  return tables.getOrMake(JSON.stringify(conversion), () => {
    const table = new Uint16Array(65_536);
    for (let value = 0; value < table.length; value++) table[value] = convert(value, conversion);
    return table;
  });
}

/**
 * Whether so much of a visible band is impossibly dark that its offset must have been subtracted
 * twice.
 */
export function isDoublySubtracted(
  { asset, nodata, name, read }: ReadBand,
  spans: Int32Array,
  gridWidth: number,
): boolean {
  if (asset.offset >= 0 || !visibleBands.includes(name)) return false;
  const { window, samples } = read;
  let count = 0;
  let impossible = 0;
  forEachSpanOfWindow(spans, { width: gridWidth, window }, (first, end, place) => {
    const values = samples.subarray(place, place + end - first);
    count += values.length - countEqual(values, nodata);
    impossible += countImpossible(values, asset, nodata);
  });
  return count > 0 && impossible > impossibleShare * count;
}

function countEqual(values: Samples, value: number): number {
  let count = 0;
  for (let index = 0; index < values.length; index++) if (values[index] === value) count++;
  return count;
}

function countImpossible(
  values: Samples,
  { scale, offset }: Pick<SceneAsset, 'scale' | 'offset'>,
  nodata: number,
): number {
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value * scale + offset < impossibleReflectance && value !== nodata) count++;
  }
  return count;
}
