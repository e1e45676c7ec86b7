import { release } from '../memory/release.ts';
import type { Window } from '../raster/grid.ts';
import { pixelState } from './data-tile.ts';
import { type MapWindow, type PlacedPart, placeWindow } from './positions.ts';
import type { Level, LevelPositions, MapSamples, SampledRaster } from './sampled-raster.ts';
import { sampleBilinear, sampleNearest, samplePrevailing } from './samplers.ts';

/** Overviews may be coarser than the map by this factor. */
const scaleTolerance = 1.001;

/**
 * Samples a raster as gdalwarp does with an exact transform. Classes are taken from the nearest
 * pixel. Numbers and colours are interpolated bilinearly between the four pixels around a position;
 * the weight of pixels without data goes to the others. A position in a pixel without data has no
 * data. Whole numbers are rounded. On small scales it samples the overview whose pixels are just
 * finer than the map's.
 *
 * @param prevailing codes of classes. If a pixel of the map covers several pixels of the raster, it
 *   has the most frequent of these among them, so that their small patches stay visible from afar
 * @returns undefined if the window shows nothing of the raster
 */
export async function sampleMap(
  raster: SampledRaster,
  window: MapWindow,
  prevailing: readonly number[] = [],
): Promise<MapSamples | undefined> {
  return await sampleParts(raster, placeWindow(window, raster), window, prevailing);
}

/**
 * Samples a raster as `sampleMap` does, at places that are known.
 * @param parts the places, each within a rectangle of this size
 */
export async function sampleParts(
  raster: SampledRaster,
  parts: readonly PlacedPart[],
  { width, height }: Pick<Window, 'width' | 'height'>,
  prevailing: readonly number[] = [],
): Promise<MapSamples | undefined> {
  if (parts.length === 0) return undefined;
  const samples: MapSamples = {
    width,
    height,
    bands: Array.from({ length: raster.bandCount }, () => new Float64Array(width * height)),
    states: new Uint8Array(width * height).fill(pixelState.outside),
  };
  let isMet = false;
  for (const part of parts) isMet = (await samplePart(raster, part, prevailing, samples)) || isMet;
  return isMet ? samples : undefined;
}

/** @returns whether any pixel of the part lies on the raster */
async function samplePart(
  raster: SampledRaster,
  placed: PlacedPart,
  prevailing: readonly number[],
  samples: MapSamples,
): Promise<boolean> {
  const scale = Math.max(1, placed.gridPixelsPerPixel * scaleTolerance);
  const index = Math.max(
    0,
    raster.levels.findLastIndex(({ across }) => across <= scale),
  );
  const level = raster.levels[index];
  const pixelsPerPixel = placed.gridPixelsPerPixel / level.across;
  const reach = prevailing.length > 0 && pixelsPerPixel > 1 ? pixelsPerPixel / 2 : 0;
  const onLevel = placeOnLevel(raster, placed, level, reach);
  const under = windowUnder(onLevel, level, 1 + Math.ceil(reach));
  if (!under) return false;
  const source = await raster.read(index, under);
  if (raster.kind === 'categorical') {
    sampleNearest(source, level, onLevel, samples);
    if (reach > 0) samplePrevailing(source, onLevel, { prevailing, reach }, samples);
  } else {
    sampleBilinear(source, level, { ...onLevel, ...raster }, samples);
  }
  release(...source.bands, source.valid);
  return true;
}

/**
 * Turns positions on the full image into positions on a level, in place. Those that lie outside of the
 * full image by more than `reach` become NaN, also where an overview extends beyond it.
 */
function placeOnLevel(
  { levels: [{ width, height }] }: SampledRaster,
  { part, columns, rows }: PlacedPart,
  { across, down }: Level,
  reach: number,
): LevelPositions {
  const [beyondColumns, beyondRows] = [reach * across, reach * down];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    const row = rows[index];
    const isInside =
      column >= -beyondColumns &&
      row >= -beyondRows &&
      column <= width + beyondColumns &&
      row <= height + beyondRows;
    columns[index] = isInside ? column / across : Number.NaN;
    rows[index] = row / down;
  }
  return { part, columns, rows };
}

/** The pixels of a level that are needed for some positions; undefined if all lie outside of it. */
function windowUnder(
  { columns, rows }: LevelPositions,
  { width, height }: Level,
  marginPixels: number,
): Window | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    if (Number.isNaN(column)) continue;
    const row = rows[index];
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
  }
  const column = Math.max(0, Math.floor(left) - marginPixels);
  const row = Math.max(0, Math.floor(top) - marginPixels);
  const endColumn = Math.min(width, Math.ceil(right) + marginPixels);
  const endRow = Math.min(height, Math.ceil(bottom) + marginPixels);
  if (!(endColumn > column && endRow > row)) return undefined;
  return { column, row, width: endColumn - column, height: endRow - row };
}
