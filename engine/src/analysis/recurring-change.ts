import { dropWeakPatches } from '../change/decision/patches.ts';
import {
  type ControlFindings,
  compareControl,
  takeBackRecurring,
} from '../change/detection/control.ts';
import {
  type BandStack,
  type ChangeDetection,
  changeClass,
  defaultDetectOptions,
} from '../change/index.ts';
import { workAreaOf } from '../composite/area/work-area.ts';
import {
  buildComposites,
  type CompositePair,
  type DatePicture,
  matchFills,
  type PicturePair,
  type WorkArea,
} from '../composite/index.ts';
import type { RunFact } from '../facts/run-facts.ts';
import { groundAreas } from '../raster/ground-area.ts';
import { forEachSpan } from '../raster/pixel-layout.ts';
import { dateOf, daysPerYear, millisecondsPerDay } from '../source/dates.ts';
import type { Scene } from '../source/scene.ts';
import { dayOf } from '../source/scene.ts';
import { runKernelHere } from '../threads/kernel.ts';
import type { ComposeOptions } from './both-dates/composed.ts';
import { findScenes } from './find/find-scenes.ts';
import type { AnalysisRequest } from './types.ts';

/**
 * A control pixel is this many pixels of the run on each side, so a sixteenth of the bytes is read.
 */
const controlFactor = 4;
/** The most control pixels around a scattered area. Otherwise they become coarser, by doubling. */
const mostControlPixels = 3_000_000;
/**
 * Years from which the earlier picture may come. One year may show what clouds cover in the other.
 */
const controlYears = 2;
/** A picture that is not this much earlier than the date before would show that date again. */
const leastDaysEarlier = 30;
/** A smaller area is not mentioned. */
const notableHectares = 0.1;

/** What earlier years show of an area, in coarse pixels. */
export interface EarlierYears extends ControlFindings {
  /** The run's pixels along each side of a coarse pixel. */
  readonly factor: number;
  /** Date of the earlier picture, YYYY-MM-DD. */
  readonly date: string;
}

/**
 * Composes a control pair in coarse pixels and compares it. The pair shows the season of the date
 * after in earlier years, and the date after. Resolves to undefined if there is no earlier picture.
 * Rejects with the signal's reason.
 */
export async function compareWithEarlierYears(
  pair: PicturePair,
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<EarlierYears | undefined> {
  const factor = factorFor(workArea);
  const control = await composeControl(pair, coarser(workArea, factor), request, options);
  if (control === undefined) return undefined;
  const shown = compareControl(stackOf(control.before), stackOf(control.after));
  return { ...shown, factor, date: control.before.date };
}

/**
 * Takes back seasonal change: fields that are green in May and bare in October, leaves, low water.
 * Where earlier years do not differ from the date after, nothing has changed. Alters `detection`
 * and returns what the reader of the result is told. Without earlier years all change stays, and a
 * note says so.
 */
export function takeBackRecurringChange(
  detection: Pick<ChangeDetection, 'mask' | 'kinds'>,
  earlier: EarlierYears | undefined,
  { grid, layout }: Pick<WorkArea, 'grid' | 'layout'>,
): RunFact[] {
  const { mask, kinds } = detection;
  if (!mask.includes(changeClass.changed)) return [];
  if (earlier === undefined) return [{ code: 'earlier-years-missing' }];
  const taken = takeBackRecurring(detection, layout, earlier.findings, earlier.factor);
  dropWeakPatches(mask, layout, { smallest: defaultDetectOptions.smallestPatchPixels });
  for (let i = 0; i < mask.length; i++) if (mask[i] !== changeClass.changed) kinds[i] = 0;
  const hectares = groundAreas(grid).hectaresOf(taken, 1, layout);
  if (hectares < notableHectares) return [];
  return [{ code: 'seasonal-change', params: { hectares, month: earlier.date.slice(0, 7) } }];
}

/** A date's picture as change is looked for in it. */
export function stackOf({ grid, bands, valid, names }: DatePicture): BandStack {
  return { width: grid.width, height: grid.height, bands, valid, names };
}

async function composeControl(
  { before, after }: PicturePair,
  workArea: WorkArea,
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<CompositePair | undefined> {
  const { transport, signal } = options;
  try {
    const dates = earlierDates(before.date, after.date);
    const scenes = await Promise.all(
      dates.map((date) => scenesBefore(before.date, date, request, options)),
    );
    if (scenes.every((found) => found.length === 0)) return undefined;
    const pair = await buildComposites({
      startDate: dates[0],
      beforeScenes: scenes.flat(),
      endDate: after.date,
      afterScenes: after.scenes.map(({ scene }) => scene),
      workArea,
      transport,
      signal,
    });
    await matchFills(pair, runKernelHere);
    return pair;
  } catch {
    // If the check fails, a note says so. Only cancelling ends the run.
    signal?.throwIfAborted();
    return undefined;
  }
}

/** The date after, in years before the date before, the latest first. */
function earlierDates(startDate: string, endDate: string): string[] {
  const latest = Date.parse(startDate) - leastDaysEarlier * millisecondsPerDay;
  const after = Date.parse(endDate);
  const year = daysPerYear * millisecondsPerDay;
  const first = Math.max(1, Math.ceil((after - latest) / year));
  return Array.from({ length: controlYears }, (_, index) =>
    dateOf(after - Math.round((first + index) * daysPerYear) * millisecondsPerDay),
  );
}

/**
 * The scenes that show the ground before the first date. Scenes that the person has excluded stay
 * excluded.
 */
async function scenesBefore(
  startDate: string,
  date: string,
  { area, scenes: choices }: AnalysisRequest,
  options: ComposeOptions,
): Promise<Scene[]> {
  const { windowDays, signal } = options;
  const exclude = choices?.before?.exclude;
  const found = await findScenes(options, { area, date, choice: { exclude }, windowDays, signal });
  return found.allowed.filter((scene) => dayOf(scene) < startDate);
}

/** How many times coarser the control pair's pixels are. */
function factorFor({ layout: { width, height, spans } }: WorkArea): number {
  let factor = controlFactor;
  while (spans && (width / factor) * (height / factor) > mostControlPixels) factor *= 2;
  return factor;
}

/** The rectangle around the same area in coarser pixels, with the same first corner. */
function coarser({ grid, layout, mask }: WorkArea, factor: number): WorkArea {
  const width = Math.ceil(grid.width / factor);
  const height = Math.ceil(grid.height / factor);
  const [a, b, west, d, e, north] = grid.affine;
  const affine = [a * factor, b * factor, west, d * factor, e * factor, north] as const;
  const coarseMask = new Uint8Array(width * height);
  forEachSpan(layout, (row, start, end, index) => {
    const line = Math.floor(row / factor) * width;
    for (let column = start; column < end; column++) {
      if (mask[index + column - start] === 1) coarseMask[line + Math.floor(column / factor)] = 1;
    }
  });
  return workAreaOf({ ...grid, width, height, affine }, coarseMask);
}
