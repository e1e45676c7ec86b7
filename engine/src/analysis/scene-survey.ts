import { DateComposite } from '../composite/date-composite.ts';
import { mainDate } from '../composite/finish.ts';
import {
  buildContext,
  chooseWideArea,
  chooseWorkArea,
  defaultChunkMeters,
  type WorkArea,
} from '../composite/index.ts';
import { cloudShareOf, coveredPixels, Survey, type SurveyedScene } from '../composite/survey.ts';
import type { Scene } from '../source/scene.ts';
import {
  defaultWindowDays,
  type FoundScenes,
  findScenes,
  noneAllowedSentence,
  noScenesSentence,
  type SceneSource,
  unknownNotes,
} from './find-scenes.ts';
import { asFailure } from './run-failure.ts';
import { AnalysisFailure, type AnalysisRequest } from './types.ts';

/** What a run would ask, before there is one. */
export interface SceneQuestion
  extends Pick<AnalysisRequest, 'area' | 'beforeDate' | 'afterDate' | 'scenes'> {
  /** After this long, what the catalogue says of clouds has to do. */
  readonly maxSeconds: number;
}

/** A scene that a run could use for one of its dates. */
export interface CandidateScene {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly datetime: string;
  readonly platform: string | undefined;
  /** Under clouds or their shadow, 0 to 1; null when nobody knows. */
  readonly cloudShare: number | null;
  /** Of what the scene shows of the area, or of the whole scene. */
  readonly cloudSource: 'classification' | 'catalogue';
  /** Share of the area that the scene shows; null where that was not looked at. */
  readonly coveredShare: number | null;
  /** Share of the area that a run would take from it. */
  readonly shareUsed: number;
  readonly isAllowed: boolean;
}

export interface DateScenes {
  /** The date asked for, YYYY-MM-DD. */
  readonly date: string;
  /** In the order of their time. */
  readonly scenes: readonly CandidateScene[];
  /** Date of the scenes that would fill most of the area; null when none would. */
  readonly expectedDate: string | null;
  /** Null when there was no time, or no way, to find out. */
  readonly clearShare: number | null;
}

export interface SceneSurvey {
  readonly before: DateScenes;
  readonly after: DateScenes;
  readonly windowDays: number;
  /** False when the time ran out, or classifications could not be read. */
  readonly isComplete: boolean;
  readonly notes: readonly string[];
}

/** Coarse pixels tell clouds well enough, and cost a few blocks of an overview for each scene. */
const surveyGrid = { maxPixels: 60_000, largestPixelMeters: 640 };
/** Scenes that a run would not need are looked at only so long after the search has begun. */
const restSeconds = 6;

/**
 * Which scenes there are around both dates, how cloudy each is over the area, and which ones a run
 * would use: the run's own choice of scenes, on coarser pixels. Bounded in time: what has not been
 * looked at by then is told as the catalogue knows it. Rejects with AnalysisFailure when the
 * catalogue can't be searched, and with the signal's reason.
 */
export async function surveyScenes(
  question: SceneQuestion,
  source: SceneSource,
  signal?: AbortSignal,
): Promise<SceneSurvey> {
  const deadline = AbortSignal.timeout(question.maxSeconds * 1000);
  const bounded = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const rest = AbortSignal.timeout(restSeconds * 1000);
  const windowDays = defaultWindowDays;
  try {
    if (chooseWideArea(question.area, { chunkMeters: defaultChunkMeters })) {
      return placeByPlace(question, windowDays);
    }
    const [before, after] = await Promise.all(
      (['before', 'after'] as const).map((role) =>
        findScenes(source, {
          area: question.area,
          date: role === 'before' ? question.beforeDate : question.afterDate,
          otherDate: role === 'before' ? question.afterDate : question.beforeDate,
          choice: question.scenes?.[role],
          windowDays,
          signal: bounded,
        }),
      ),
    );
    const looked = await lookAt(question, source, [before!, after!], { signal: bounded, rest });
    signal?.throwIfAborted();
    return {
      before: describe(question.beforeDate, before!, looked.before, looked.isDecided),
      after: describe(question.afterDate, after!, looked.after, looked.isDecided),
      windowDays,
      isComplete: looked.isComplete,
      notes: [
        ...new Set([
          ...emptyNotes(question.beforeDate, question.afterDate, before!),
          ...emptyNotes(question.afterDate, question.beforeDate, after!),
          ...before!.notes,
          ...unknownNotes(before!.unknownIds, question.beforeDate),
          ...after!.notes,
          ...unknownNotes(after!.unknownIds, question.afterDate),
        ]),
      ],
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw deadline.aborted ? tooSlow(error) : asFailure(error);
  }
}

/** Hundreds of scenes make up a large area: nobody chooses among them, and looking at them takes a run. */
function placeByPlace({ beforeDate, afterDate }: SceneQuestion, windowDays: number): SceneSurvey {
  const unknown = { scenes: [], expectedDate: null, clearShare: null };
  return {
    before: { date: beforeDate, ...unknown },
    after: { date: afterDate, ...unknown },
    windowDays,
    isComplete: true,
    notes: [
      'The area is so large that its scenes are chosen place by place during the run. The result lists them.',
    ],
  };
}

/** What was seen of one date's scenes. */
interface Looked {
  readonly workArea: WorkArea;
  /** The composite of the allowed scenes, without their bands. */
  readonly composite: DateComposite;
  /** Surveys of all scenes, the allowed ones first. */
  readonly surveys: readonly Survey[];
}

async function lookAt(
  question: SceneQuestion,
  { transport }: SceneSource,
  found: readonly [FoundScenes, FoundScenes],
  { signal, rest }: { signal: AbortSignal; rest: AbortSignal },
): Promise<{ before?: Looked; after?: Looked; isComplete: boolean; isDecided: boolean }> {
  const scenes = found.flatMap((each) => each.scenes);
  if (scenes.length === 0) return { isComplete: true, isDecided: true };
  const workArea = await openArea();
  if (!workArea) return { isComplete: false, isDecided: false };
  const context = buildContext({ workArea, transport, signal });
  const { beforeDate, afterDate } = question;
  const [before, after] = [
    begin(found[0], { date: beforeDate, otherDate: afterDate }),
    begin(found[1], { date: afterDate, otherDate: beforeDate }),
  ];
  const dates = [before, after];
  const enough = await inTime(dates.map(({ composite }) => composite.survey.readEnough()));
  for (const { composite } of dates) composite.assignClear();
  const surveys = dates.flatMap((date) => date.surveys);
  if (enough) await inTime(surveys.map((survey) => survey.readAll(rest)));
  const isComplete = surveys.every((survey) => survey.isComplete && survey.failures.length === 0);
  return { before, after, isComplete, isDecided: enough };

  /** Undefined when the time is over, or no scene can be opened: the catalogue's figures remain. */
  async function openArea(): Promise<WorkArea | undefined> {
    try {
      const { area } = question;
      return await chooseWorkArea({ area, scenes, transport, ...surveyGrid, signal });
    } catch (error) {
      if (signal.aborted || error instanceof AnalysisFailure) return undefined;
      throw error;
    }
  }

  function begin(
    { scenes, allowed }: FoundScenes,
    wanted: { date: string; otherDate: string },
  ): Looked {
    const composite = new DateComposite(allowed, wanted, context);
    const others = scenes.filter((scene) => !allowed.includes(scene));
    return {
      workArea: workArea!,
      composite,
      surveys: [composite.survey, new Survey(others, wanted, context)],
    };
  }

  /** Whether all of it was done before the signal. */
  async function inTime(work: readonly Promise<void>[]): Promise<boolean> {
    const outcomes = await Promise.allSettled(work);
    if (signal.aborted) return false;
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return true;
  }
}

function describe(
  date: string,
  { scenes, allowed }: FoundScenes,
  looked: Looked | undefined,
  isDecided: boolean,
): DateScenes {
  const allowedScenes = new Set(allowed);
  const surveyed = new Map(
    looked?.surveys.flatMap((survey) => survey.scenes.map((each) => [each.scene, each] as const)),
  );
  const beside = new Set(looked?.surveys.flatMap((survey) => survey.beside));
  const shares = looked && isDecided ? sharesUsed(looked) : new Map<Scene, number>();
  const candidates = scenes
    // Tiles beside the area, and passes that saw another part of the tile.
    .filter((scene) => !beside.has(scene))
    .map((scene) => ({
      id: scene.id,
      datetime: scene.datetime,
      platform: scene.platform,
      ...cloudsOf(scene, surveyed.get(scene), looked?.workArea),
      shareUsed: shares.get(scene) ?? 0,
      isAllowed: allowedScenes.has(scene),
    }));
  const used = [...shares].map(([scene, shareUsed]) => ({ scene, shareUsed }));
  return {
    date,
    scenes: candidates,
    expectedDate: used.length === 0 ? null : mainDate(used),
    clearShare: isDecided ? used.reduce((sum, { shareUsed }) => sum + shareUsed, 0) : null,
  };
}

function sharesUsed({ composite, workArea }: Looked): Map<Scene, number> {
  const counts = composite.pixelCounts();
  return new Map(
    composite.roster.flatMap(({ scene }, slot) =>
      counts[slot]! > 0 ? [[scene, counts[slot]! / workArea.pixelCount] as const] : [],
    ),
  );
}

function cloudsOf(
  { cloudCoverPercent }: Scene,
  surveyed: SurveyedScene | undefined,
  workArea: WorkArea | undefined,
): Pick<CandidateScene, 'cloudShare' | 'cloudSource' | 'coveredShare'> {
  if (!surveyed || !workArea) {
    const cloudShare = cloudCoverPercent === undefined ? null : cloudCoverPercent / 100;
    return { cloudShare, cloudSource: 'catalogue', coveredShare: null };
  }
  return {
    cloudShare: cloudShareOf(surveyed),
    cloudSource: 'classification',
    coveredShare: coveredPixels(surveyed) / workArea.pixelCount,
  };
}

function emptyNotes(date: string, otherDate: string, found: FoundScenes): string[] {
  if (found.scenes.length === 0) {
    return [noScenesSentence({ date, otherDate, windowDays: defaultWindowDays }, found)];
  }
  return found.allowed.length === 0 ? [noneAllowedSentence(date, found)] : [];
}

function tooSlow(cause: unknown): AnalysisFailure {
  return new AnalysisFailure('The imagery service did not answer in time. Try again in a while.', {
    permanent: false,
    cause,
  });
}
