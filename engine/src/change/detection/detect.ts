import type { Window } from '../../raster/grid.ts';
import { type PixelLayout, rectangleLayout } from '../../raster/pixel-layout.ts';
import { kindsOfChange } from '../decision/kinds.ts';
import { dropWeakPatches } from '../decision/patches.ts';
import { classify } from '../methods/classify.ts';
import type { Learned } from '../methods/learned.ts';
import {
  type BandStack,
  type ChangeDetection,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
} from '../options.ts';
import { observedPixels } from '../pair/observed.ts';
import { samplePixels } from '../pair/sample.ts';
import { blankBesideSnow, learnTypicalInfrared, maskSnow } from '../pair/snow.ts';
import { type RunRows, runRowsHere } from '../rows/run-rows.ts';
import { SharedBuffers } from '../rows/shared-buffers.ts';
import { type BlankedPixels, detectionNotes, modelOf } from './notes.ts';

/** With fewer observed pixels for each band and date, a covariance cannot be estimated. */
const smallestSamplePerColumn = 10;
/**
 * A patch needs at least `strongPixels` pixels whose score exceeds the threshold by `strongMargin`.
 */
const strongPixels = 2;
const strongMargin = 1.5;

/** The inputs of a detection beside the two dates and the options. */
export interface DetectionSetting {
  /** Runs kernels on rows; in the calling thread when left out. */
  readonly runRows?: RunRows;
  /**
   * What another detection of the same two dates learned. Nothing is then learned from these
   * pixels.
   */
  readonly learned?: Learned;
  /**
   * The part whose pixels are wanted. The pixels around it serve as context and are not counted. A
   * patch may continue beyond the core, so all patches stay until `dropDoubtfulPatches` sees them
   * whole.
   */
  readonly core?: Window;
  /** 0 outside of the pictured area, where missing values are not clouds. */
  readonly inside?: Uint8Array | undefined;
  /** Buffers at least as large as the pair. `score` is one of them. */
  readonly buffers?: SharedBuffers;
}

/** A detection, and what it learned for other detections of the same two dates. */
export interface LearnedDetection extends ChangeDetection {
  readonly learned: Learned;
  /** Counts within the core. */
  readonly blanked: BlankedPixels;
}

/**
 * Finds the pixels that changed between two dates of one grid. It is synchronous, makes a few
 * passes over the pixels, and needs less than 70 bytes for each pixel beyond its input: call it in
 * a worker thread. Both dates must have the same size and the same bands in the same order
 * (RangeError otherwise). Values may have any scale. Throws MissingBandsError when the method needs
 * bands that are not named, and RangeError when `learned` comes from another method. Methods and
 * limits: docs/methods/change-detection.md.
 */
export function detectChange(
  before: BandStack,
  after: BandStack,
  options: DetectOptions = {},
  setting: DetectionSetting = {},
): LearnedDetection {
  const settings = { ...defaultDetectOptions, ...options };
  const { width, height } = before;
  const { runRows = runRowsHere, buffers = new SharedBuffers(width * height), core } = setting;
  const work = { size: { width, height }, runRows, buffers };
  const observed = observedPixels(before, after, buffers);
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
    buffers.giveBack(observed);
    return nothingToCompare(buffers.take(width * height), settings, light);
  }

  const pair = { before, after, observed, inside: setting.inside, sample, areReflectance };
  const found = classify(pair, settings, work, known?.scoring);
  const { mask, score, threshold, scoring } = found;
  for (let i = 0; i < mask.length; i++) if (observed[i] === 0) mask[i] = changeClass.unobserved;
  buffers.giveBack(observed);
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
    kinds: kindsOfChange(mask, before, after),
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

/**
 * Removes patches from a detection's mask, samples of the layout, that are too small or too weak
 * for the method.
 */
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
 * Whether ratios between bands have a meaning. They have none in eight-bit pictures, which are
 * stretched band by band, in whatever number type they are stored.
 */
function isReflectance({ bands, valid }: BandStack): boolean {
  const isByte = (value: number, i: number) => valid[i] === 0 || value === (value & 255);
  const isStretched = bands.some((band) => band instanceof Uint8Array);
  return !isStretched && !bands.every((band) => band.every(isByte));
}

/** How many of some pixels lie in the core; all of them if there is none. */
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
