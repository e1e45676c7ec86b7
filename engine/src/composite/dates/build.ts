import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import type { BandName, Scene } from '../../source/scene.ts';
import type { Transport } from '../../source/transport.ts';
import { forEachAtOnce } from '../../threads/wait-for.ts';
import { SceneFileError } from '../read/file-trouble.ts';
import { neededPixels } from '../read/needed-pixels.ts';
import { SceneFiles } from '../read/scene-files.ts';
import { readUsability } from '../survey/scene-usability.ts';
import type { SurveyedScene } from '../survey/survey.ts';
import type { CompositePair, WorkArea } from '../types.ts';
import { chooseBands, fewestBands } from './choose-bands.ts';
import { DateComposite } from './date-composite.ts';
import { finishComposite } from './finish.ts';
import { gapsOf } from './gaps.ts';
import { failureOf, sceneNotes } from './notes.ts';
import { correctOffsets } from './offset-check.ts';

/** How many scenes of both dates have their bands read at the same time. */
const scenesAtOnce = 2;

/** What both dates' pictures are built from. */
export interface CompositeOptions {
  /** YYYY-MM-DD, UTC. */
  startDate: string;
  endDate: string;
  /** The result of `searchScenes` for each date. */
  beforeScenes: readonly Scene[];
  afterScenes: readonly Scene[];
  workArea: WorkArea;
  transport: Transport;
  /** Opens the scenes' files, if several work areas share them. */
  files?: SceneFiles;
  signal?: AbortSignal;
  /** Whether the composites contain the `coverage` of their pixels; false when left out. */
  marksCoverage?: boolean;
  /** How many of the scenes found have been surveyed for clouds. Not all of them may be needed. */
  onSurvey?: (progress: { done: number; total: number }) => void;
  /**
   * How many scenes have had their bands read, of those that will be read. `share` counts single
   * bands, 0 to 1.
   */
  onProgress?: (progress: { done: number; total: number; share: number }) => void;
}

/**
 * Builds the pictures of both dates: each pixel from the nearest scene in which it is clear, in the
 * bands that both dates have. Scenes that can't be read are replaced by the next ones and named in
 * the notes. Rejects with AnalysisFailure when a date has no picture, and with the signal's reason.
 */
export async function buildComposites(options: CompositeOptions): Promise<CompositePair> {
  if (options.files) return buildFrom(options.files, options);
  const files = new SceneFiles(options.transport, options.signal);
  try {
    return await buildFrom(files, options);
  } finally {
    files.close();
  }
}

async function buildFrom(files: SceneFiles, options: CompositeOptions): Promise<CompositePair> {
  const { workArea, signal } = options;
  // If threads are used, they start while the first files are being opened.
  files.runnerFor(workArea.mask.length);
  const { startDate, endDate, marksCoverage = false, onSurvey } = options;
  const total = options.beforeScenes.length + options.afterScenes.length;
  let surveyed = 0;
  const onSurveyed = () => {
    surveyed++;
    onSurvey?.({ done: surveyed, total });
  };
  const needed = neededPixels(workArea.grid, workArea.mask);
  const context = {
    workArea,
    files,
    signal,
    onSurveyed,
    readUsability: (scene: Scene) => readUsability(scene, { files, workArea, needed }),
  };
  const before = new DateComposite(
    options.beforeScenes,
    { date: startDate, otherDate: endDate },
    context,
  );
  const after = new DateComposite(
    options.afterScenes,
    { date: endDate, otherDate: startDate },
    context,
  );
  const names = await fill([before, after], options);
  for (const [date, wanted] of [
    [before, startDate],
    [after, endDate],
  ] as const) {
    if (date.isEmpty()) throw failureOf(wanted, gapsOf(date, workArea), date.survey);
  }
  const finishing = { marksCoverage, run: files.runnerFor(workArea.mask.length) };
  const [beforePicture, afterPicture, { offsetNotes, gaps }] = await Promise.all([
    finishComposite(before, names, workArea, finishing),
    finishComposite(after, names, workArea, finishing),
    // Runs in this thread while other threads mark pixels. Marking does not depend on the bands'
    // values.
    (async () => ({
      offsetNotes: correctOffsets(before, after, names),
      gaps: { before: gapsOf(before, workArea), after: gapsOf(after, workArea) },
    }))(),
  ]);
  return {
    before: beforePicture,
    after: afterPicture,
    gaps,
    notes: [...sceneNotes([before, after]), ...offsetNotes],
  };
}

/** Assigns and reads until every assigned pixel has been read and none has lost its scene. */
async function fill(
  dates: readonly [DateComposite, DateComposite],
  { onProgress, signal }: CompositeOptions,
): Promise<readonly BandName[]> {
  let names: readonly BandName[] | undefined;
  let done = 0;
  let bandsRead = 0;
  // A failed scene is replaced by others, so the total may grow. The reported share must not fall.
  let share = 0;
  for (;;) {
    signal?.throwIfAborted();
    await assign(dates);
    const tasks = pendingTasks(dates);
    if (tasks.length === 0) break;
    names ??= await chooseBands(dates);
    if (names.length < fewestBands) throw tooFewBands(names);
    if (dropIncomplete(tasks, names)) continue;
    const total = done + tasks.length;
    const bandsInAll = bandsRead + tasks.length * names.length;
    const tell = () => {
      share = Math.max(share, bandsRead / bandsInAll);
      onProgress?.({ done, total, share });
    };
    tell();
    await forEachAtOnce(tasks, scenesAtOnce, async ({ date, surveyed }) => {
      await date.read(surveyed, names!, () => {
        bandsRead++;
        tell();
      });
      done++;
      tell();
    });
    if (!dates.some(({ hasLostPixels }) => hasLostPixels)) break;
  }
  return names ?? [];
}

/** Assigns pixels to scenes, and opens the files of scenes that got some. */
async function assign(dates: readonly [DateComposite, DateComposite]): Promise<void> {
  await Promise.all(
    dates.map(async (date) => {
      await date.survey.readEnough();
      date.assignClear();
      await date.openBands(date.pending());
    }),
  );
  assignSnow(dates);
  await Promise.all(dates.map((date) => date.openBands(date.pending())));
}

/** Ground under snow can be compared if both dates show snow. */
function assignSnow(dates: readonly [DateComposite, DateComposite]): void {
  const [before, after] = dates;
  const snowBefore = before.snowCandidates();
  const snowAfter = after.snowCandidates();
  if (!snowBefore || !snowAfter) return;
  const onBoth = snowAfter.map((value, index) => value & snowBefore[index]);
  for (const date of dates) date.assignSnow(onBoth);
}

interface ReadTask {
  date: DateComposite;
  surveyed: SurveyedScene;
}

function pendingTasks(dates: readonly DateComposite[]): ReadTask[] {
  return dates.flatMap((date) => date.pending().map((surveyed) => ({ date, surveyed })));
}

/** Drops scenes that lack a band which the others have. Returns whether there were any. */
function dropIncomplete(tasks: readonly ReadTask[], names: readonly BandName[]): boolean {
  let hasDropped = false;
  for (const { date, surveyed } of tasks) {
    const opened = date.bandsOf(surveyed);
    const missing = names.filter((name) => !opened.has(name));
    if (missing.length === 0) continue;
    const reason = new SceneFileError({ code: 'bands-lacking', params: { bands: missing } });
    date.drop(surveyed, reason);
    hasDropped = true;
  }
  return hasDropped;
}

/**
 * The failure of a run whose dates have fewer than `fewestBands` bands in common. `names` are those
 * bands.
 */
export function tooFewBands(names: readonly BandName[]): AnalysisFailure {
  return new AnalysisFailure(
    { code: 'too-few-common-bands', params: { bands: names, needed: fewestBands } },
    { permanent: true },
  );
}
