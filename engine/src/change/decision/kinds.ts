import { bandNames } from '../../source/scene.ts';
import { type Band, type BandStack, changeClass, changeKindCode } from '../options.ts';
import {
  bandsByName,
  lowSeverityLoss,
  moderateSeverityLoss,
  normalisedDifference,
  vegetatedNdvi,
} from '../pair/named-bands.ts';

/** The least shift of an index that shows a direction. */
const clearShift = 0.1;
/**
 * MIRBI is higher than this on charred ground and dead wood, and lower on soil and leaves (Trigg &
 * Flasse 2001).
 */
const burnedMirbi = 1.6;
/**
 * Reflectance that char stays below: in blue light after the rule of published Sentinel-2 scripts, and
 * in red light after the Burned Area Index (Chuvieco, Martín & Palacios 2002). Decision 096 tells both.
 */
const brightestChar = { blue: 0.06, red: 0.1 } as const;

/** The number that stands for a reflectance of 1. */
const reflectanceUnit = 10_000;

/** The bands that distinguish kinds of change, as far as the picture names them. */
interface KindBands {
  readonly blue: Band | undefined;
  readonly green: Band | undefined;
  readonly red: Band;
  readonly nir: Band;
  readonly swir1: Band | undefined;
  readonly swir2: Band | undefined;
}

/**
 * What kind each changed pixel is, as `changeKindCode`; 0 elsewhere. By the direction of its indices:
 *
 * - water where NDWI and MNDWI cross 0 and near infrared falls or rises with them;
 * - burn where NBR fell by a burn's severity (Key & Benson 2006) with near infrared, and the mid-infrared
 *   burn index (MIRBI; Trigg & Flasse, Int. J. Remote Sensing 22, 2001) rose to that of burned ground, while
 *   visible light did not rise above that of char as the light of soil and roofs does: char stays dark, also a
 *   year later;
 * - burned or cleared where vegetation went and NBR fell by at least moderate severity on ground that has a
 *   burn's MIRBI and is brighter than char. It may be ash, or dry soil;
 * - built-up, or other open ground, where vegetation is absent on both dates, or where it went and NDBI rose
 *   above 0 (Zha, Gao & Ni, Int. J. Remote Sensing 24, 2003) on ground that became brighter than char, and in
 *   blue light no less than in red, as roofs, panels and asphalt do: soil reflects more the redder the light
 *   (Stoner & Baumgardner, Soil Sci. Soc. Am. J. 45, 1981);
 * - vegetation loss and gain by NDVI.
 *
 * Where every band brightened, a shadow left the ground, and what all bands have in common is light: bands
 * are compared beyond that factor, as ratios of bands are (Holben & Justice, Int. J. Remote Sensing 2, 1981).
 * Pictures without named red and nir bands give `other` alone.
 */
export function kindsOfChange(mask: Uint8Array, before: BandStack, after: BandStack): Uint8Array {
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
  const one = (name: 'blue' | 'green' | 'swir1' | 'swir2') => bandsByName(stack, [name])?.[0];
  return {
    red,
    nir,
    blue: one('blue'),
    green: one('green'),
    swir1: one('swir1'),
    swir2: one('swir2'),
  };
}

function kindAt(before: KindBands, after: KindBands, i: number): number {
  const wasWater = isWater(before, i);
  const isWaterNow = isWater(after, i);
  if (wasWater !== isWaterNow) return changeKindCode.water;

  const ndviBefore = normalisedDifference(before.nir, before.red, i);
  const ndviAfter = normalisedDifference(after.nir, after.red, i);
  const shift = ndviAfter - ndviBefore;
  const signs = signsOfFire(before, after, i);
  const hasBurned = signs.nbrLoss >= lowSeverityLoss && signs.infraredFell;
  if (hasBurned && signs.isCharred && !signs.isBrightened) return changeKindCode.burn;
  if (signs.isBrightened && isBuiltOn(before, after, i, ndviAfter)) return changeKindCode.built_up;
  if (ndviBefore >= vegetatedNdvi && shift <= -clearShift) {
    return signs.nbrLoss >= moderateSeverityLoss && signs.isCharred
      ? changeKindCode.burned_or_cleared
      : changeKindCode.vegetation_loss;
  }
  if (ndviAfter >= vegetatedNdvi && shift >= clearShift) return changeKindCode.vegetation_gain;
  if (ndviBefore < vegetatedNdvi && ndviAfter < vegetatedNdvi) return changeKindCode.built_up;
  return changeKindCode.other;
}

/**
 * Water is darker in near and shortwave infrared than in green. So is snow, but it is bright in
 * near infrared and green.
 */
function isWater({ green, nir, swir1 }: KindBands, i: number): boolean {
  if (green === undefined) return false;
  if (!(green[i] > nir[i])) return false;
  return swir1 === undefined || nir[i] < 2 * Math.max(swir1[i], 1) || green[i] > 2 * nir[i];
}

/** What a pixel shows of fire, and of bare ground. */
interface SignsOfFire {
  /** dNBR; 0 without the bands for it. */
  readonly nbrLoss: number;
  readonly infraredFell: boolean;
  /** Whether MIRBI is that of char. */
  readonly isCharred: boolean;
  /** Whether visible light rose, and above that of char. */
  readonly isBrightened: boolean;
}

function signsOfFire(before: KindBands, after: KindBands, i: number): SignsOfFire {
  const gain = gainOfLight(before, after, i);
  const isBrightened = isBrighter(before, after, i, gain);
  if (!before.swir2 || !after.swir1 || !after.swir2) {
    return { nbrLoss: 0, infraredFell: false, isCharred: false, isBrightened };
  }
  const nbrBefore = normalisedDifference(before.nir, before.swir2, i);
  const nbrAfter = normalisedDifference(after.nir, after.swir2, i);
  const mirbi = (10 * after.swir2[i] - 9.8 * after.swir1[i]) / reflectanceUnit + 2;
  return {
    nbrLoss: nbrBefore - nbrAfter,
    // If near infrared brightened no more than the light of all bands, that light hides its fall.
    infraredFell: after.nir[i] < before.nir[i] || after.nir[i] <= gain * before.nir[i],
    isCharred: mirbi >= burnedMirbi,
    isBrightened,
  };
}

/** The factor by which every band brightened at least; 1 if one of them did not. */
function gainOfLight(before: KindBands, after: KindBands, i: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const name of bandNames) {
    const [was, is] = [before[name], after[name]];
    if (was && is) least = Math.min(least, is[i] / Math.max(1, was[i]));
  }
  return Math.max(1, least);
}

function isBuiltOn(before: KindBands, after: KindBands, i: number, ndviAfter: number): boolean {
  if (!before.swir1 || !after.swir1 || ndviAfter >= vegetatedNdvi) return false;
  const ndbiBefore = normalisedDifference(before.swir1, before.nir, i);
  const ndbiAfter = normalisedDifference(after.swir1, after.nir, i);
  return ndbiBefore < 0 && ndbiAfter > 0 && isGreyed(before, after, i);
}

/**
 * Whether ground became brighter, and is brighter than char. Blue light separates soil and roofs from
 * char best; red light is compared where there is no blue.
 */
function isBrighter(before: KindBands, after: KindBands, i: number, gain: number): boolean {
  const [was, is, brightest] =
    before.blue && after.blue
      ? [before.blue, after.blue, brightestChar.blue]
      : [before.red, after.red, brightestChar.red];
  return is[i] > gain * was[i] && is[i] >= brightest * reflectanceUnit;
}

function isGreyed(before: KindBands, after: KindBands, i: number): boolean {
  if (!before.blue || !after.blue) return false;
  return after.blue[i] * before.red[i] >= before.blue[i] * after.red[i];
}
