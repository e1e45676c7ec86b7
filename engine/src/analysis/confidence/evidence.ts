import { bandsByName, changeClass, normalisedDifference } from '../../change/index.ts';
import type { DatePicture, PicturePair, WorkArea } from '../../composite/index.ts';
import { average } from '../../math/average.ts';
import {
  forEachSpan,
  forEachSpanOf,
  type PixelLayout,
  widened,
} from '../../raster/pixel-layout.ts';
import type { Detected } from '../detect.ts';
import { daysApartInYear } from '../find/seasons.ts';
import type { ChangePatch } from '../measure/patches.ts';
import type { EarlierYears } from '../recurring-change.ts';

/** Ground this near to a patch often changed a little, too. */
const rimPixels = 2;
/** The ground around a patch is looked at up to this chessboard distance. */
const reachPixels = 4;

/** What speaks for and against a patch of the automatic method. */
export interface PatchEvidence {
  /** How many pixels it has. */
  readonly pixels: number;
  /** By how much its scores exceed the threshold: the median and the 90 % quantile, in deviations. */
  readonly medianMargin: number;
  readonly upperMargin: number;
  /** The largest change of one of its spectral indices; undefined without named bands. */
  readonly indexChange: number | undefined;
  /** The mean margin of the ground 3 and 4 pixels away that is in no patch; undefined if there is none. */
  readonly groundMargin: number | undefined;
  /** The mean change of that ground's NDVI; undefined without it, or without named bands. */
  readonly groundNdviChange: number | undefined;
  /** Share of the pixels up to 4 pixels around it that are not clear on both dates, 0 to 1. */
  readonly hiddenShare: number;
  /** Days between both dates within the year, 0 to 183. */
  readonly seasonDays: number;
  /**
   * The mean score of its pixels between an earlier year and the date after, within -2 and 6; undefined where
   * earlier years show less than half of it.
   */
  readonly earlierScore: number | undefined;
}

/** What is known of a pair when its patches have been measured. */
export interface MeasuredPair {
  readonly detection: Pick<Detected, 'mask' | 'score' | 'threshold' | 'earlier'>;
  readonly comparable: PicturePair;
  readonly workArea: Pick<WorkArea, 'layout' | 'mask'>;
}

/** Gathers the evidence of patches whose indices have been measured. */
export function gatherEvidence(
  patches: readonly ChangePatch[],
  { detection, comparable: { before, after }, workArea: { layout, mask: inside } }: MeasuredPair,
): PatchEvidence[] {
  const { mask, score, threshold, earlier } = detection;
  const seasonDays = daysApartInYear(before.date, after.date);
  const ndviChange = ndviChangeOf(before, after);
  const marks = new Uint8Array(layout.pixelCount);
  return patches.map(({ pixels, indices = {} }) => {
    const margins = Float64Array.from(pixels, (pixel) => score[pixel] - threshold).sort();
    const { rim, ground } = surroundings(pixels, layout, marks);
    const around = [...rim, ...ground].filter((pixel) => inside[pixel] === 1);
    const quiet = ground.filter((pixel) => mask[pixel] === changeClass.unchanged);
    return {
      pixels: pixels.length,
      medianMargin: margins[Math.floor(pixels.length / 2)],
      upperMargin: margins[Math.floor(pixels.length * 0.9)],
      indexChange: largest(Object.values(indices).map((index) => index.after - index.before)),
      groundMargin: meanOf(quiet, (pixel) => score[pixel] - threshold),
      groundNdviChange: ndviChange && meanOf(quiet, ndviChange),
      hiddenShare: meanOf(around, (pixel) => (mask[pixel] === changeClass.unobserved ? 1 : 0)) ?? 0,
      seasonDays,
      earlierScore: earlier && earlierScoreOf(pixels, layout, earlier),
    };
  });
}

/**
 * The kept pixels around a patch: those up to `rimPixels` away, and those from there to
 * `reachPixels`.
 *
 * @param marks zeros for all kept pixels, and zeros again at the end
 */
function surroundings(
  pixels: Int32Array,
  layout: PixelLayout,
  marks: Uint8Array,
): { rim: number[]; ground: number[] } {
  for (const pixel of pixels) marks[pixel] = 1;
  const rings: Int32Array[] = [];
  for (let distance = 1; distance <= reachPixels; distance++) {
    rings.push(markBeside(rings.at(-1) ?? pixels, layout, marks));
  }
  for (const marked of [pixels, ...rings]) for (const pixel of marked) marks[pixel] = 0;
  const together = (some: readonly Int32Array[]) => some.flatMap((ring) => [...ring]);
  return { rim: together(rings.slice(0, rimPixels)), ground: together(rings.slice(rimPixels)) };
}

/** Marks the unmarked pixels beside some, and returns them in ascending order. */
function markBeside(pixels: Int32Array, layout: PixelLayout, marks: Uint8Array): Int32Array {
  const found: number[] = [];
  const mark = (_row: number, start: number, end: number, first: number) => {
    for (let pixel = first; pixel < first + end - start; pixel++) {
      if (marks[pixel] === 1) continue;
      marks[pixel] = 1;
      found.push(pixel);
    }
  };
  forEachSpanOf(layout, pixels, (row, start, end) => {
    const span = { column: start, row, width: end - start, height: 1 };
    forEachSpan(layout, mark, widened(span, 1, layout));
  });
  return Int32Array.from(found).sort();
}

function earlierScoreOf(
  pixels: Int32Array,
  layout: PixelLayout,
  { scores, factor }: EarlierYears,
): number | undefined {
  const columns = Math.ceil(layout.width / factor);
  let [sum, count] = [0, 0];
  forEachSpanOf(layout, pixels, (row, start, end) => {
    const line = Math.floor(row / factor) * columns;
    for (let column = start; column < end; column++) {
      const score = scores[line + Math.floor(column / factor)];
      if (Number.isNaN(score)) continue;
      sum += score;
      count++;
    }
  });
  return 2 * count < pixels.length ? undefined : sum / count;
}

function ndviChangeOf(
  before: DatePicture,
  after: DatePicture,
): ((pixel: number) => number) | undefined {
  const [first, second] = [before, after].map((date) => bandsByName(date, ['nir', 'red']));
  if (!first || !second) return undefined;
  return (pixel) =>
    normalisedDifference(second[0], second[1], pixel) -
    normalisedDifference(first[0], first[1], pixel);
}

function meanOf(pixels: readonly number[], measure: (pixel: number) => number): number | undefined {
  return pixels.length === 0 ? undefined : average(pixels.map(measure));
}

function largest(changes: readonly number[]): number | undefined {
  return changes.length === 0 ? undefined : Math.max(...changes.map(Math.abs));
}
