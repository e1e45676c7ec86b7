import type { Window } from '../raster/grid.ts';
import { type PixelLayout, rectangleLayout } from '../raster/pixel-layout.ts';
import { classify } from './classify.ts';
import { changeKinds } from './kinds.ts';
import type { Learned } from './learned.ts';
import { type BlankedPixels, detectionNotes, modelOf } from './notes.ts';
import { observedPixels } from './observed.ts';
import {
  type BandStack,
  type ChangeDetection,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
} from './options.ts';
import { dropWeakPatches } from './patches.ts';
import { type RunRows, runRowsHere } from './run-rows.ts';
import { samplePixels } from './sample.ts';
import { SharedPlanes } from './shared-planes.ts';
import { blankBesideSnow, learnTypicalInfrared, maskSnow } from './snow.ts';

/** Observed pixels for each band and date below which a covariance is a guess. */
const smallestSamplePerColumn = 10;
/** Patches need this many pixels this far above the threshold. */
const strongPixels = 2;
const strongMargin = 1.5;

/** What a detection is given beside two dates and the options. */
export interface DetectionSetting {
  /** Has kernels work on rows; in this thread unless it is given. */
  readonly runRows?: RunRows;
  /** What a detection of the same two dates has learned: then nothing is learned from these pixels. */
  readonly learned?: Learned;
  /**
   * The part that is wanted: pixels around it are only looked at, and not counted. Patches may go on
   * beyond, so they all stay: `dropDoubtfulPatches` is for when they are whole.
   */
  readonly core?: Window;
  /** 0 where a pixel lies outside of what was pictured: there it is no cloud that hides the ground. */
  readonly inside?: Uint8Array | undefined;
  /** Planes as large as the pair at least; `score` is one of them. */
  readonly planes?: SharedPlanes;
}

/** A detection, and what another one of the same two dates needs to be like it. */
export interface LearnedDetection extends ChangeDetection {
  readonly learned: Learned;
  /** Of the core. */
  readonly blanked: BlankedPixels;
}

/**
 * Which pixels changed between two dates of one grid. Synchronous: a few passes over the pixels,
 * less than 70 bytes for each beyond its input; call it in a worker thread. Both dates must have
 * the same size and the same bands in the same order (RangeError otherwise); values of any scale.
 * Throws MissingBandsError when the method needs bands that aren't named, and RangeError when
 * something was learned by another method. Methods and limits: docs/methods/change-detection.md.
 */
export function detectChange(
  before: BandStack,
  after: BandStack,
  options: DetectOptions = {},
  setting: DetectionSetting = {},
): LearnedDetection {
  const settings = { ...defaultDetectOptions, ...options };
  const { width, height } = before;
  const { runRows = runRowsHere, planes = new SharedPlanes(width * height), core } = setting;
  const observed = observedPixels(before, after, planes);
  const known = setting.learned;
  const { areReflectance, typicalInfrared } = known ?? learnLight(observed, before, after);
  const snow =
    typicalInfrared === undefined ? [] : maskSnow(observed, before, after, typicalInfrared);
  const sample = known
    ? new Int32Array()
    : samplePixels(observed, settings.sampleLimit, settings.seed);
  const light = {
    areReflectance,
    typicalInfrared,
    sampledPixels: known?.sampledPixels ?? sample.length,
  };
  const isSampled = sample.length >= smallestSamplePerColumn * 2 * before.bands.length;
  if (known ? known.scoring === undefined : !isSampled) {
    planes.giveBack(observed);
    return nothingToCompare(planes.take(width * height), settings, light);
  }

  const pair = { before, after, observed, inside: setting.inside, sample, areReflectance };
  const found = classify(pair, settings, { runRows, planes }, known?.scoring);
  const { mask, score, threshold, scoring } = found;
  for (let i = 0; i < mask.length; i++) if (observed[i] === 0) mask[i] = changeClass.unobserved;
  planes.giveBack(observed);
  const besideSnow = blankBesideSnow(mask, snow, before, after);
  if (!core) dropDoubtfulPatches(found, rectangleLayout(before), settings);
  const learned = { ...light, scoring };
  const blanked = {
    besideSnow: countInside(snow, width, core) + countInside(besideSnow, width, core),
    besideMasked: countInside(found.marginPixels, width, core),
  };
  const model = modelOf(scoring);
  return {
    mask,
    kinds: changeKinds(mask, before, after),
    score,
    threshold,
    ...(found.spectralScore && { spectralScore: found.spectralScore }),
    method: settings.method,
    correlations: model?.correlations ?? [],
    rounds: model?.rounds ?? 0,
    converged: model?.converged ?? true,
    notes: detectionNotes(learned, blanked),
    learned,
    blanked,
  };
}

/** Clears patches from a detection's mask, a plane of the layout, that are too small, or too weak for the method. */
export function dropDoubtfulPatches(
  { mask, score, threshold }: Pick<ChangeDetection, 'mask' | 'score' | 'threshold'>,
  layout: PixelLayout,
  { method, smallestPatchPixels }: Pick<Required<DetectOptions>, 'method' | 'smallestPatchPixels'>,
): void {
  const strong =
    method === 'automatic'
      ? { score, above: threshold + strongMargin, pixels: strongPixels }
      : undefined;
  dropWeakPatches(mask, layout, { smallest: smallestPatchPixels, strong });
}

function learnLight(
  observed: Uint8Array,
  before: BandStack,
  after: BandStack,
): Pick<Learned, 'areReflectance' | 'typicalInfrared'> {
  const areReflectance = isReflectance(before) && isReflectance(after);
  const typicalInfrared = areReflectance
    ? learnTypicalInfrared(observed, before, after)
    : undefined;
  return { areReflectance, typicalInfrared };
}

/**
 * Eight-bit numbers are stretched band by band, in whatever type they are stored: ratios between bands
 * say nothing then.
 */
function isReflectance({ bands, valid }: BandStack): boolean {
  const isByte = (value: number, i: number) => valid[i] === 0 || value === (value & 255);
  const isStretched = bands.some((band) => band instanceof Uint8Array);
  return !isStretched && !bands.every((band) => band.every(isByte));
}

/** How many of some pixels lie in the core; all of them where there is none. */
function countInside(pixels: readonly number[], width: number, core: Window | undefined): number {
  if (core === undefined) return pixels.length;
  let count = 0;
  for (const pixel of pixels) {
    const row = Math.floor(pixel / width) - core.row;
    const column = (pixel % width) - core.column;
    if (row >= 0 && row < core.height && column >= 0 && column < core.width) count++;
  }
  return count;
}

function nothingToCompare(
  score: Float32Array,
  { method }: Required<DetectOptions>,
  light: Omit<Learned, 'scoring'>,
): LearnedDetection {
  const learned = { ...light, scoring: undefined };
  const blanked = { besideSnow: 0, besideMasked: 0 };
  return {
    mask: new Uint8Array(score.length).fill(changeClass.unobserved),
    kinds: new Uint8Array(score.length),
    score: score.fill(0),
    threshold: Number.POSITIVE_INFINITY,
    method,
    correlations: [],
    rounds: 0,
    converged: false,
    notes: detectionNotes(learned, blanked),
    learned,
    blanked,
  };
}
