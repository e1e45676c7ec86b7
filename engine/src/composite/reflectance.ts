import { forEachPixel } from '../raster/window.ts';
import type { BandName, SceneAsset } from '../source/scene.ts';
import type { WindowSamples } from './scene-files.ts';

/** Composites hold reflectance times this, as whole numbers from 1; 0 is nodata. */
export const reflectanceScale = 10_000;

/** What processing baseline 04.00 (2022-01-25) makes necessary to add, in reflectance. */
export const offsetOfBaseline4 = -0.1;

/** No surface reflects less than nothing; with noise and correction errors, less than this. */
const impossibleReflectance = -0.03;
const impossibleShare = 0.2;
/** Dark enough on almost any ground to show a wrong subtraction. */
const visibleBands: readonly BandName[] = ['blue', 'green', 'red'];

/** From a file's number to reflectance × 10,000, at least 1; 0 for nodata. */
export function toReflectance(
  asset: Pick<SceneAsset, 'scale' | 'offset'>,
  nodata: number,
): (value: number) => number {
  const scale = asset.scale * reflectanceScale;
  const offset = asset.offset * reflectanceScale;
  return (value) => {
    if (value === nodata || Number.isNaN(value)) return 0;
    return Math.min(65_535, Math.max(1, Math.round(value * scale + offset)));
  };
}

/** Whether so much of a visible band is impossibly dark that its offset must have been taken out twice. */
export function isDoublySubtracted(
  {
    asset,
    nodata,
    name,
    read,
  }: {
    asset: SceneAsset;
    nodata: number;
    name: BandName;
    read: WindowSamples | undefined;
  },
  need: Uint8Array,
  gridWidth: number,
): boolean {
  if (!read || asset.offset >= 0 || !visibleBands.includes(name)) return false;
  let count = 0;
  let impossible = 0;
  forEachPixel(read.window, gridWidth, (index, source) => {
    const value = read.samples[source]!;
    if (need[index] === 0 || value === nodata) return;
    count += 1;
    if (value * asset.scale + asset.offset < impossibleReflectance) impossible += 1;
  });
  return count > 0 && impossible > impossibleShare * count;
}
