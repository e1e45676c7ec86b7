import { join } from 'node:path';
import {
  type ChangeDetection,
  type ChangeMethod,
  changeClass,
  type DetectOptions,
  defaultDetectOptions,
  detectChangeInThreads,
  detectScatteredInThreads,
} from '../change/index.ts';
import {
  isNearTogether,
  type Picture,
  type PicturePair,
  type WorkArea,
} from '../composite/index.ts';
import { groundAreas } from '../raster/ground-area.ts';
import { writeFileAtomically } from '../tiff/index.ts';
import { changeLayer } from './change-layer.ts';
import { type Composed, type ComposeOptions, compose } from './compose.ts';
import { defaultWindowDays } from './find-scenes.ts';
import { writePatchFiles } from './patch-files.ts';
import type { Patch } from './patches.ts';
import { provenanceOf } from './provenance.ts';
import { compareWithEarlierYears, takeBackRecurringChange } from './recurring-change.ts';
import { resultFiles, writeChange, writePatchIds, writePictures } from './result-files.ts';
import { asFailure } from './run-failure.ts';
import { seasonNotes } from './seasons.ts';
import { hectaresOfArea, hectaresText, measureChange } from './statistics.ts';
import { together } from './together.ts';
import {
  AnalysisFailure,
  type AnalysisFiles,
  type AnalysisParameters,
  type AnalysisRequest,
  type AnalysisResult,
  type AreaStatistics,
  type UsedScene,
} from './types.ts';

export interface RunOptions extends ComposeOptions {
  /** A folder that exists; the run's files go there. */
  outputFolder: string;
}

const defaultSmallestChangeHectares = 0.5;
/** Less water than this isn't worth a sentence. */
const notableWaterHectares = 0.1;

/**
 * One analysis from the search for scenes to the files of its result: what changed on the ground
 * between two dates. `result.json` in the output folder holds the request and the result, and is
 * there only when everything else is. Rejects with AnalysisFailure, or the signal's reason.
 * Areas of less than a million pixels are looked at for change in the calling thread, for up to a
 * second: call it in a worker thread.
 */
export async function runAnalysis(
  request: AnalysisRequest,
  options: RunOptions,
): Promise<AnalysisResult> {
  const { signal } = options;
  try {
    return await analyse(request, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw asFailure(error);
  }
}

async function analyse(request: AnalysisRequest, options: RunOptions): Promise<AnalysisResult> {
  const { signal, outputFolder, onProgress = () => {} } = options;
  const composed = await compose(request, options);
  const { workArea, pair } = composed;

  onProgress({ step: 'detecting' });
  const files = resultFiles(outputFolder);
  const [, { method, notes, statistics, listedPatchCount }] = await together(signal, [
    (signal) => writePictures(files, pair, workArea, signal),
    async (signal) => {
      const [detection, areaHectares] = await together(signal, [
        (signal) => detect(composed, request, { ...options, signal }),
        // In this thread, which has nothing to do while others look for change.
        async () => hectaresOfArea(workArea),
      ]);
      const { mask, kinds } = detection;
      const { statistics, patches } = measureChange(mask, kinds, workArea, areaHectares);
      requireClearPixels(statistics, [...composed.notes, ...detection.notes]);
      onProgress({ step: 'rendering' });
      const found = { mask, patches };
      const listedPatchCount = await writeFound(files, found, workArea, signal);
      return { ...detection, statistics, listedPatchCount };
    },
  ]);
  const { names } = pair.before;
  const parameters = parametersOf(request, options);
  const result: AnalysisResult = {
    changeOccurred: statistics.largestPatchHectares >= parameters.smallestChangeHectares,
    beforeDate: pair.before.date,
    afterDate: pair.after.date,
    scenes: [...usedScenes(pair.before, 'before'), ...usedScenes(pair.after, 'after')],
    method,
    bands: names,
    parameters,
    statistics,
    listedPatchCount,
    provenance: provenanceOf(options),
    files,
    notes: [
      ...new Set([
        ...coarseningNotes(workArea),
        ...composed.notes,
        ...seasonNotes(pair.before.date, pair.after.date),
        ...notes,
      ]),
    ],
  };
  await writeRecord(outputFolder, request, result);
  return result;
}

/**
 * Writes the change layer and the patches.
 *
 * @returns how many patches are listed
 */
async function writeFound(
  files: AnalysisFiles,
  { mask, patches }: { mask: Uint8Array; patches: readonly Patch[] },
  workArea: WorkArea,
  signal: AbortSignal,
): Promise<number> {
  const layer = changeLayer(mask, patches, workArea);
  const [, listedPatchCount] = await together(signal, [
    (signal) => writeChange(files, layer, workArea, signal),
    async (signal) => {
      const listed = await writePatchFiles(files, patches, workArea);
      await writePatchIds(files, patches.slice(0, listed), workArea, signal);
      return listed;
    },
  ]);
  return listedPatchCount;
}

/**
 * What changed between the dates, without what is water on both and, by the default method, what
 * earlier years show to come and go; these are composed while change is looked for.
 */
async function detect(
  { comparable, pair, workArea }: Composed,
  request: AnalysisRequest,
  options: ComposeOptions,
): Promise<Pick<ChangeDetection, 'mask' | 'kinds' | 'method'> & { notes: string[] }> {
  const { before, after } = comparable;
  const defaults = defaultDetectOptions;
  const detectOptions = {
    method: request.method ?? defaults.method,
    landCover: request.landCover ?? defaults.landCover,
    blankMaskMargins: request.blankMaskMargins ?? defaults.blankMaskMargins,
  };
  const isLookedBack =
    detectOptions.method === 'automatic' && workArea.coarsenedFromMeters === undefined;
  const isComparedWithEarlier = isLookedBack && isNearTogether(workArea, options);
  const [detection, earlier] = await together(options.signal, [
    (signal) => detectIn(workArea, comparable, detectOptions, signal),
    async (signal) =>
      isComparedWithEarlier
        ? compareWithEarlierYears(pair, workArea, request, { ...options, signal })
        : undefined,
  ]);
  const { mask, kinds, method } = detection;
  const water = clearOpenWater(mask, before.water, after.water);
  const notes = [...detection.notes];
  const hectares = water ? groundAreas(workArea.grid).hectaresOf(water, 1, workArea.layout) : 0;
  if (hectares >= notableWaterHectares) {
    notes.push(
      `${hectaresText(hectares)} that differ between the dates are open water on both and do not count as change.`,
    );
  }
  if (isComparedWithEarlier) {
    notes.push(...takeBackRecurringChange(detection, earlier, workArea));
  } else if (isLookedBack && mask.includes(changeClass.changed)) {
    notes.push(farApartNote);
  }
  return { mask, kinds, method, notes };
}

const farApartNote =
  'The parts of the area lie so far apart that earlier years were not looked at: what comes and goes with the seasons may count as change.';

/** Change in the pixels of a work area: in all of its rectangle, or in those inside alone. */
function detectIn(
  { grid: { width, height }, layout, mask }: WorkArea,
  { before, after }: PicturePair,
  options: DetectOptions & { method: ChangeMethod },
  signal: AbortSignal,
): Promise<Pick<ChangeDetection, 'mask' | 'kinds' | 'method' | 'notes'>> {
  const stack = ({ bands, valid, names }: Picture) => ({ width, height, bands, valid, names });
  return layout.runs
    ? detectScatteredInThreads({ layout, before, after }, options, signal)
    : detectChangeInThreads(
        { before: stack(before), after: stack(after), inside: mask },
        options,
        signal,
      );
}

function parametersOf(
  { method, landCover, blankMaskMargins, smallestChangeHectares }: AnalysisRequest,
  { windowDays }: RunOptions,
): AnalysisParameters {
  const defaults = defaultDetectOptions;
  return {
    landCover: method === 'lda' ? (landCover ?? defaults.landCover) : null,
    blankMaskMargins:
      (method ?? defaults.method) === 'automatic' &&
      (blankMaskMargins ?? defaults.blankMaskMargins),
    windowDays: windowDays ?? defaultWindowDays,
    smallestPatchPixels: defaults.smallestPatchPixels,
    smallestChangeHectares: smallestChangeHectares ?? defaultSmallestChangeHectares,
  };
}

function coarseningNotes({ coarsenedFromMeters, pixelSizeMeters }: WorkArea): string[] {
  if (coarsenedFromMeters === undefined) return [];
  return [
    `The area is large: it was compared in pixels of ${pixelSizeMeters} m instead of ${coarsenedFromMeters} m. A smaller area shows finer change.`,
  ];
}

function requireClearPixels({ clearHectares }: AreaStatistics, notes: readonly string[]): void {
  if (clearHectares > 0) return;
  throw new AnalysisFailure(
    `No part of the area can be compared. ${notes.join(' ')} Choose other dates or a larger area.`,
    { permanent: true },
  );
}

/**
 * Waves, sunglint and sediment change a water surface between any two days: what is water on both
 * dates is left out of change. Alters `mask`.
 *
 * @returns 1 where a change was taken back; undefined where none was
 */
function clearOpenWater(
  mask: Uint8Array,
  before: Uint8Array,
  after: Uint8Array,
): Uint8Array | undefined {
  let cleared: Uint8Array | undefined;
  for (let index = 0; index < mask.length; index += 1) {
    if (mask[index] !== changeClass.changed || before[index] !== 1 || after[index] !== 1) continue;
    mask[index] = changeClass.unchanged;
    cleared ??= new Uint8Array(mask.length);
    cleared[index] = 1;
  }
  return cleared;
}

function usedScenes({ scenes }: Picture, role: UsedScene['role']): UsedScene[] {
  return scenes.map(({ scene, shareUsed, cloudShare }) => ({
    id: scene.id,
    date: scene.datetime.slice(0, 10),
    role,
    platform: scene.platform ?? null,
    cloudCoverPercent: scene.cloudCoverPercent ?? null,
    cloudShare,
    shareUsed,
  }));
}

function writeRecord(
  folder: string,
  request: AnalysisRequest,
  result: AnalysisResult,
): Promise<void> {
  const text = `${JSON.stringify({ request, result }, null, 2)}\n`;
  return writeFileAtomically(join(folder, 'result.json'), (sink) =>
    sink.write(new TextEncoder().encode(text)),
  );
}
