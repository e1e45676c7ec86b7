import { type Band, bandsByName, normalisedDifference } from './named-bands.ts';
import { type BandStack, changeClass, changeKindCode } from './options.ts';

/** NDVI from which ground counts as vegetated, and the shift of an index that tells a direction. */
const vegetatedNdvi = 0.3;
const clearShift = 0.1;
/** Key & Benson (2006): dNBR of low and worse burn severity. */
const burnedShift = 0.1;

/** The bands that tell kinds apart, as far as they are named. */
interface KindBands {
  readonly green: Band | undefined;
  readonly red: Band;
  readonly nir: Band;
  readonly swir1: Band | undefined;
  readonly swir2: Band | undefined;
}

/**
 * What kind each changed pixel is, as `changeKindCode`; 0 elsewhere. By the direction of its indices:
 * water where NDWI and MNDWI cross 0 and near infrared falls or rises with them; burn where vegetation
 * fell, NBR fell below 0 and the visible did not brighten (char is dark, soil is not); vegetation loss
 * and gain by NDVI; built-up, or other open ground, where vegetation is absent on both dates. Pictures
 * without named red and nir bands give `other` alone.
 */
export function changeKinds(mask: Uint8Array, before: BandStack, after: BandStack): Uint8Array {
  const kinds = new Uint8Array(mask.length);
  const [x, y] = [kindBands(before), kindBands(after)];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== changeClass.changed) continue;
    kinds[i] = x === undefined || y === undefined ? changeKindCode.other : kindAt(x, y, i);
  }
  return kinds;
}

function kindBands(stack: BandStack): KindBands | undefined {
  const [red, nir] = bandsByName(stack, ['red', 'nir']) ?? [];
  if (red === undefined || nir === undefined) return undefined;
  const one = (name: 'green' | 'swir1' | 'swir2') => bandsByName(stack, [name])?.[0];
  return { red, nir, green: one('green'), swir1: one('swir1'), swir2: one('swir2') };
}

function kindAt(before: KindBands, after: KindBands, i: number): number {
  const wasWater = isWater(before, i);
  const isWaterNow = isWater(after, i);
  if (wasWater !== isWaterNow) return changeKindCode.water;

  const ndviBefore = normalisedDifference(before.nir, before.red, i);
  const ndviAfter = normalisedDifference(after.nir, after.red, i);
  const shift = ndviAfter - ndviBefore;
  if (isBurn(before, after, i)) return changeKindCode.burn;
  if (ndviBefore >= vegetatedNdvi && shift <= -clearShift) return changeKindCode.vegetation_loss;
  if (ndviAfter >= vegetatedNdvi && shift >= clearShift) return changeKindCode.vegetation_gain;
  if (ndviBefore < vegetatedNdvi && ndviAfter < vegetatedNdvi) return changeKindCode.built_up;
  return changeKindCode.other;
}

/** Water is darker in near and shortwave infrared than in green; snow, which is too, is bright in both. */
function isWater({ green, nir, swir1 }: KindBands, i: number): boolean {
  if (green === undefined) return false;
  if (!(green[i] > nir[i])) return false;
  return swir1 === undefined || nir[i] < 2 * Math.max(swir1[i], 1) || green[i] > 2 * nir[i];
}

function isBurn(before: KindBands, after: KindBands, i: number): boolean {
  if (before.swir2 === undefined || after.swir2 === undefined) return false;
  const nbrBefore = normalisedDifference(before.nir, before.swir2, i);
  const nbrAfter = normalisedDifference(after.nir, after.swir2, i);
  return (
    nbrBefore - nbrAfter >= burnedShift &&
    nbrAfter < 0 &&
    after.nir[i] < before.nir[i] &&
    after.swir2[i] >= before.swir2[i] &&
    after.red[i] <= 1.5 * before.red[i]
  );
}
