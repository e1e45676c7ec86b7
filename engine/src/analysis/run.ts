import { join } from 'node:path';
import { type DetectOptions, defaultDetectOptions } from '../change/index.ts';
import type { DatePicture, WorkArea } from '../composite/index.ts';
import { distinctFacts, type RunFact } from '../facts/run-facts.ts';
import { AnalysisFailure } from '../failure/analysis-failure.ts';
import { dayOf } from '../source/scene.ts';
import { defaultWindowDays } from '../source/search.ts';
import { together } from '../threads/wait-for.ts';
import { writeWhole } from '../tiff/index.ts';
import { areaNotes } from '../vector/geometry/clean-polygon.ts';
import { asFailure } from './as-failure.ts';
import { compose } from './both-dates/compose.ts';
import type { Composed, ComposeOptions } from './both-dates/composed.ts';
import { withConfidence } from './confidence/confidence.ts';
import { type Detected, detect } from './detect.ts';
import { seasonNotes } from './find/seasons.ts';
import { measurePatchIndices } from './measure/patch-indices.ts';
import type { ChangePatch } from './measure/patches.ts';
import { hectaresOfArea, measureChange } from './measure/statistics.ts';
import { buildChangeLayer } from './result/change-layer.ts';
import { writePatchFiles } from './result/patch-files.ts';
import { provenanceOf } from './result/provenance.ts';
import { resultFiles, writeChange, writePatchIds, writePictures } from './result/result-files.ts';
import type {
  AnalysisFiles,
  AnalysisRequest,
  AnalysisResult,
  AreaStatistics,
  UsedScene,
} from './types.ts';

export interface RunOptions extends Omit<ComposeOptions, 'windowDays'> {
  /** Days before and after each date in which scenes are looked for; 45 when left out. */
  windowDays?: number;
  /** An existing folder that receives the run's files. */
  outputFolder: string;
  /** Words the notes in `result.json`; they stay values when left out. */
  tellNote?: (note: RunFact) => string;
}

const defaultSmallestChangeHectares = 0.5;

/**
 * Runs one analysis of what changed on the ground between two dates, from the search for scenes to
 * the result's files. `result.json` in the output folder holds the request and the result. It is
 * written last, when every other file is complete. Rejects with AnalysisFailure, or with the
 * signal's reason. Change in areas of less than a million pixels is detected in the calling thread,
 * which takes up to a second: call it in a worker thread.
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

async function analyse(request: AnalysisRequest, given: RunOptions): Promise<AnalysisResult> {
  const options = { ...given, windowDays: given.windowDays ?? defaultWindowDays };
  const { signal, outputFolder, onProgress = () => {} } = options;
  const detectOptions = detectOptionsOf(request);
  const composed = await compose(request, options);
  const { workArea, pair } = composed;

  onProgress({ step: 'detecting' });
  const files = resultFiles(outputFolder);
  const [, { method, notes, statistics, listedPatchCount }] = await together(signal, [
    (signal) => writePictures(files, pair, workArea, signal),
    async (signal) => {
      const found = await findChange(composed, request, detectOptions, { ...options, signal });
      onProgress({ step: 'rendering' });
      const listedPatchCount = await writeFound(files, found, workArea, signal);
      return { ...found, listedPatchCount };
    },
  ]);
  const { names } = pair.before;
  const parameters = {
    landCover: method === 'lda' ? detectOptions.landCover : null,
    blankMaskMargins: method === 'automatic' && detectOptions.blankMaskMargins,
    windowDays: options.windowDays,
    smallestPatchPixels: detectOptions.smallestPatchPixels,
    smallestChangeHectares: request.smallestChangeHectares ?? defaultSmallestChangeHectares,
  };
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
    notes: distinctFacts([
      ...areaNotes(request.area),
      ...coarseningNotes(workArea),
      ...composed.notes,
      ...seasonNotes(pair.before.date, pair.after.date),
      ...notes,
    ]),
  };
  const { tellNote } = options;
  const told = tellNote ? { ...result, notes: result.notes.map(tellNote) } : result;
  const record = JSON.stringify({ request, result: told }, null, 2);
  await writeWhole(join(outputFolder, 'result.json'), `${record}\n`);
  return result;
}

type Found = Pick<Detected, 'mask' | 'severities' | 'method' | 'notes'> & {
  readonly statistics: AreaStatistics;
  readonly patches: readonly ChangePatch[];
};

/** Detects change and measures it. Scores, and what earlier years show, are not kept. */
async function findChange(
  composed: Composed,
  request: AnalysisRequest,
  detectOptions: Required<DetectOptions>,
  options: ComposeOptions,
): Promise<Found> {
  const { workArea, comparable } = composed;
  const [detection, areaHectares] = await together(options.signal, [
    (signal) => detect(composed, request, detectOptions, { ...options, signal }),
    // This thread is idle while others detect change.
    async () => hectaresOfArea(workArea),
  ]);
  const { statistics, patches } = measureChange(detection, workArea, areaHectares);
  requireClearPixels(statistics, [...composed.notes, ...detection.notes]);
  const indices = measurePatchIndices(patches, comparable);
  const measured = patches.map((patch, index) => ({ ...patch, indices: indices[index] }));
  const { mask, severities, method, notes } = detection;
  return {
    mask,
    ...(severities && { severities }),
    method,
    notes,
    statistics,
    patches: withConfidence(measured, { detection, comparable, workArea }),
  };
}

/**
 * Writes the change layer and the patches.
 *
 * @returns how many patches are listed
 */
async function writeFound(
  files: AnalysisFiles,
  { patches, ...found }: Found,
  workArea: WorkArea,
  signal: AbortSignal,
): Promise<number> {
  const change = {
    layer: buildChangeLayer(found, patches, workArea),
    legend: found.severities ? ('severities' as const) : ('kinds' as const),
  };
  const [, listedPatchCount] = await together(signal, [
    (signal) => writeChange(files, change, workArea, signal),
    async (signal) => {
      const listed = await writePatchFiles(files, patches, workArea);
      await writePatchIds(files, patches.slice(0, listed), workArea, signal);
      return listed;
    },
  ]);
  return listedPatchCount;
}

/** How change is detected: what the request leaves out is at its default. */
function detectOptionsOf(request: AnalysisRequest): Required<DetectOptions> {
  const defaults = defaultDetectOptions;
  return {
    ...defaults,
    method: request.method ?? defaults.method,
    landCover: request.landCover ?? defaults.landCover,
    blankMaskMargins: request.blankMaskMargins ?? defaults.blankMaskMargins,
  };
}

function coarseningNotes({ coarsenedFromMeters, pixelSizeMeters }: WorkArea): RunFact[] {
  if (coarsenedFromMeters === undefined) return [];
  const params = { pixelSizeMeters, finestMeters: coarsenedFromMeters };
  return [{ code: 'area-coarsened', params }];
}

function requireClearPixels({ clearHectares }: AreaStatistics, notes: readonly RunFact[]): void {
  if (clearHectares > 0) return;
  throw new AnalysisFailure({ code: 'nothing-comparable', params: { notes } }, { permanent: true });
}

function usedScenes({ scenes }: DatePicture, role: UsedScene['role']): UsedScene[] {
  return scenes.map(({ scene, shareUsed, cloudShare }) => ({
    id: scene.id,
    date: dayOf(scene),
    role,
    platform: scene.platform ?? null,
    cloudCoverPercent: scene.cloudCoverPercent ?? null,
    cloudShare,
    shareUsed,
  }));
}
