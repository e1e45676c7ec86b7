import { mainDate } from '../../composite/dates/finish.ts';
import { SceneFileError } from '../../composite/read/scene-files.ts';
import { assignClear } from '../../composite/survey/assign.ts';
import type { RankedDate } from '../../composite/survey/rank.ts';
import { nothingOf } from '../../composite/survey/scene-usability.ts';
import {
  cloudShareOf,
  coveredPixels,
  Survey,
  type SurveyedScene,
} from '../../composite/survey/survey.ts';
import type { WorkArea } from '../../composite/types.ts';
import { unassigned } from '../../composite/usability/usable-pixels.ts';
import type { Scene } from '../../source/scene.ts';
import {
  defaultWindowDays,
  type FoundScenes,
  foundScenes,
  noneAllowedSentence,
  noScenesSentence,
  unknownNotes,
} from '../find/find-scenes.ts';
import type { AnalysisRequest, SceneChoice } from '../types.ts';
import type { SceneRole, SceneView, SceneViews } from './scene-views.ts';

/** A scene that a run could use for one of its dates. */
export interface CandidateScene {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly datetime: string;
  readonly platform: string | undefined;
  /**
   * Share of what the scene shows that is under clouds or their shadow, 0 to 1; null if it is not
   * known.
   */
  readonly cloudShare: number | null;
  /** Whether that share is of what the scene shows of the area, or of the whole scene. */
  readonly cloudSource: 'classification' | 'catalogue';
  /** Share of the area that the scene shows; null if the scene was not looked at. */
  readonly coveredShare: number | null;
  /** Share of the area that a run would take from it. */
  readonly shareUsed: number;
  readonly isAllowed: boolean;
}

export interface DateScenes {
  /** The date asked for, YYYY-MM-DD. */
  readonly date: string;
  /** In the order of their acquisition. */
  readonly scenes: readonly CandidateScene[];
  /** Date of the scenes that would fill most of the area; null if none would. */
  readonly expectedDate: string | null;
  /** Null while it is not known, and if there is no way to find out. */
  readonly clearShare: number | null;
}

export interface SceneOutlook {
  readonly before: DateScenes;
  readonly after: DateScenes;
  readonly windowDays: number;
  /** Whether every scene has been looked at. */
  readonly isComplete: boolean;
  readonly notes: readonly string[];
}

/**
 * Foretells a run from what `lookAtScenes` has seen so far: the scenes around both dates, how cloudy
 * each is over the area, and which ones a run would use. The choice is that of the run's own `Survey`,
 * on coarser pixels, and reads nothing.
 */
export async function outlookOf(
  views: SceneViews,
  choices: AnalysisRequest['scenes'],
): Promise<SceneOutlook> {
  const { isTooLarge, searched } = views;
  if (isTooLarge || !searched) return withoutScenes(views);
  const dates = await Promise.all(
    (['before', 'after'] as const).map((role) =>
      outlookOfDate(views, role, searched, choices?.[role]),
    ),
  );
  const [before, after] = dates as [DateOutlook, DateOutlook];
  return {
    before: before.scenes,
    after: after.scenes,
    windowDays: defaultWindowDays,
    isComplete: before.isComplete && after.isComplete,
    notes: [
      ...new Set([...before.emptyNotes, ...after.emptyNotes, ...before.notes, ...after.notes]),
    ],
  };
}

function withoutScenes({ beforeDate, afterDate, isTooLarge }: SceneViews): SceneOutlook {
  const unknown = { scenes: [], expectedDate: null, clearShare: null };
  return {
    before: { date: beforeDate, ...unknown },
    after: { date: afterDate, ...unknown },
    windowDays: defaultWindowDays,
    isComplete: isTooLarge,
    notes: isTooLarge
      ? [
          'The area is so large that its scenes are chosen for each part of it during the run. The result lists them.',
        ]
      : [],
  };
}

interface DateOutlook {
  readonly scenes: DateScenes;
  readonly isComplete: boolean;
  readonly emptyNotes: readonly string[];
  readonly notes: readonly string[];
}

async function outlookOfDate(
  views: SceneViews,
  role: SceneRole,
  { workArea, scenes: searched }: NonNullable<SceneViews['searched']>,
  choice: SceneChoice | undefined,
): Promise<DateOutlook> {
  const { beforeDate, afterDate } = views;
  const [date, otherDate] = role === 'before' ? [beforeDate, afterDate] : [afterDate, beforeDate];
  const found = foundScenes(searched[role], { date, otherDate, choice });
  const viewOf = ({ id }: Scene) => views.view(role, id);
  const allowed = new Set(found.allowed);
  const shares =
    workArea && (await sharesUsed(found.allowed, viewOf, { date, otherDate }, workArea));
  const used = [...(shares ?? [])].map(([scene, shareUsed]) => ({ scene, shareUsed }));
  return {
    scenes: {
      date,
      scenes: found.scenes
        .filter((scene) => viewOf(scene)?.kind !== 'beside')
        .map((scene) => ({
          id: scene.id,
          datetime: scene.datetime,
          platform: scene.platform,
          ...cloudsOf(scene, viewOf(scene), workArea),
          shareUsed: shares?.get(scene) ?? 0,
          isAllowed: allowed.has(scene),
        })),
      expectedDate: used.length === 0 ? null : mainDate(used),
      clearShare: shares && used.reduce((sum, { shareUsed }) => sum + shareUsed, 0),
    },
    isComplete: found.scenes.every((scene) =>
      ['seen', 'beside'].includes(viewOf(scene)?.kind ?? ''),
    ),
    emptyNotes: emptyNotes(date, otherDate, found),
    notes: [...found.notes, ...unknownNotes(found.unknownIds, date)],
  };
}

/**
 * The share of the area that a run would take from each scene. It is null if the choice depends on
 * a scene that has not been looked at, or if no scene could be read.
 */
async function sharesUsed(
  scenes: readonly Scene[],
  viewOf: (scene: Scene) => SceneView | undefined,
  wanted: RankedDate,
  workArea: WorkArea,
): Promise<Map<Scene, number> | null> {
  let isUnknown = false;
  const survey = new Survey(scenes, wanted, {
    workArea,
    signal: undefined,
    onSurveyed: () => {},
    readUsability: async (scene) => {
      const view = viewOf(scene);
      if (view === undefined) isUnknown = true;
      if (view?.kind === 'seen') return view;
      if (view?.kind === 'beside') return nothingOf(workArea);
      throw new SceneFileError('it has not been looked at');
    },
  });
  await survey.readEnough();
  const isUnreadable = survey.failures.length > 0 && survey.scenes.length === 0;
  if (isUnknown || isUnreadable) return null;
  const assignment = new Uint8Array(workArea.mask.length).fill(unassigned);
  const roster: SurveyedScene[] = [];
  assignClear(assignment, roster, survey.scenes, workArea);
  const counts = new Uint32Array(256);
  for (const slot of assignment) counts[slot]++;
  return new Map(
    roster.flatMap(({ scene }, slot) =>
      counts[slot] > 0 ? [[scene, counts[slot] / workArea.pixelCount] as const] : [],
    ),
  );
}

function cloudsOf(
  { cloudCoverPercent }: Scene,
  view: SceneView | undefined,
  workArea: WorkArea | null,
): Pick<CandidateScene, 'cloudShare' | 'cloudSource' | 'coveredShare'> {
  if (view?.kind === 'seen' && workArea) {
    return {
      cloudShare: cloudShareOf(view),
      cloudSource: 'classification',
      coveredShare: coveredPixels(view) / workArea.pixelCount,
    };
  }
  const cloudShare = cloudCoverPercent === undefined ? null : cloudCoverPercent / 100;
  return { cloudShare, cloudSource: 'catalogue', coveredShare: null };
}

function emptyNotes(date: string, otherDate: string, found: FoundScenes): string[] {
  if (found.scenes.length === 0) {
    return [noScenesSentence({ date, otherDate, windowDays: defaultWindowDays }, found)];
  }
  return found.allowed.length === 0 ? [noneAllowedSentence(date, found)] : [];
}
