import { LeastRecentlyUsed } from '../memory/least-recently-used.ts';
import type { Window } from '../raster/grid.ts';
import type { Samples } from '../raster/samples.ts';
import type { BandName, SceneAsset } from '../source/scene.ts';
import { forEachRunOfOnes } from './runs.ts';

/** Composites hold reflectance times this, as whole numbers from 1; 0 is nodata. */
export const reflectanceScale = 10_000;

/** What processing baseline 04.00 (2022-01-25) makes necessary to add, in reflectance. */
export const offsetOfBaseline4 = -0.1;

/** No surface reflects less than nothing; with noise and correction errors, less than this. */
const impossibleReflectance = -0.03;
const impossibleShare = 0.2;
/** Dark enough on almost any ground to show a wrong subtraction. */
const visibleBands: readonly BandName[] = ['blue', 'green', 'red'];

/** A band's samples as they were read, and what they mean. */
export interface ReadBand {
  readonly asset: SceneAsset;
  readonly nodata: number;
  readonly name: BandName;
  readonly read: WindowSamples;
}

/** Samples of a window of the work grid; those that aren't needed may be nodata. */
interface WindowSamples {
  readonly window: Window;
  readonly samples: Samples;
}

/**
 * Writes the needed pixels of a band into a composite's, and 1 into `missing` where the band has no
 * value. `offset` is what the asset's number × scale is short of reflectance.
 */
export function writeReflectance(
  band: Uint16Array,
  { asset, nodata, read }: ReadBand,
  {
    need,
    missing,
    gridWidth,
    offset,
  }: { need: Uint8Array; missing: Uint8Array; gridWidth: number; offset: number },
): void {
  const { window, samples } = read;
  const conversion = { scale: asset.scale, offset, nodata };
  const table = samples instanceof Uint16Array ? tableOf(conversion) : undefined;
  for (let row = 0; row < window.height; row += 1) {
    const start = (window.row + row) * gridWidth + window.column;
    const line = samples.subarray(row * window.width, (row + 1) * window.width);
    const target = band.subarray(start, start + window.width);
    const lacking = missing.subarray(start, start + window.width);
    forEachRunOfOnes(need.subarray(start, start + window.width), (first, end) => {
      if (table) lookUp(table, line as Uint16Array, first, end, target);
      else
        for (let column = first; column < end; column += 1) {
          target[column] = convert(line[column]!, conversion);
        }
      for (let column = target.indexOf(0, first); column >= 0 && column < end; ) {
        lacking[column] = 1;
        column = target.indexOf(0, column + 1);
      }
    });
  }
}

function lookUp(
  table: Uint16Array,
  line: Uint16Array,
  first: number,
  end: number,
  target: Uint16Array,
): void {
  for (let column = first; column < end; column += 1) target[column] = table[line[column]!]!;
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
  return Math.min(65_535, Math.max(1, Math.round(scaled)));
}

/** Most scenes of a catalogue have the same numbers. */
const tables = new LeastRecentlyUsed<Uint16Array>(8);

/** What each 16-bit number becomes: looking it up is faster than converting every pixel. */
function tableOf(conversion: Conversion): Uint16Array {
  return tables.getOrMake(JSON.stringify(conversion), () => {
    const table = new Uint16Array(65_536);
    for (let value = 0; value < table.length; value += 1) table[value] = convert(value, conversion);
    return table;
  });
}

/** Whether so much of a visible band is impossibly dark that its offset must have been taken out twice. */
export function isDoublySubtracted(
  { asset, nodata, name, read }: ReadBand,
  need: Uint8Array,
  gridWidth: number,
): boolean {
  if (asset.offset >= 0 || !visibleBands.includes(name)) return false;
  const { window, samples } = read;
  let count = 0;
  let impossible = 0;
  for (let row = 0; row < window.height; row += 1) {
    const start = (window.row + row) * gridWidth + window.column;
    const line = samples.subarray(row * window.width, (row + 1) * window.width);
    forEachRunOfOnes(need.subarray(start, start + window.width), (first, end) => {
      const values = line.subarray(first, end);
      count += values.length - countEqual(values, nodata);
      impossible += countImpossible(values, asset, nodata);
    });
  }
  return count > 0 && impossible > impossibleShare * count;
}

function countEqual(values: Samples, value: number): number {
  let count = 0;
  for (let index = 0; index < values.length; index += 1) if (values[index] === value) count += 1;
  return count;
}

function countImpossible(
  values: Samples,
  { scale, offset }: Pick<SceneAsset, 'scale' | 'offset'>,
  nodata: number,
): number {
  let count = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if (value * scale + offset < impossibleReflectance && value !== nodata) count += 1;
  }
  return count;
}
