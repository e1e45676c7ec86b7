import { mainDate } from '../../composite/dates/finish.ts';
import { cloudShareOf, coveredPixels } from '../../composite/survey/survey.ts';
import type { WorkArea } from '../../composite/types.ts';
import { distinctFacts, type RunFact } from '../../facts/run-facts.ts';
import type { Scene } from '../../source/scene.ts';
import { defaultWindowDays } from '../../source/search.ts';
import {
  datesOf,
  type FoundScenes,
  noneAllowedReason,
  noScenesReason,
  type Role,
  unknownNotes,
} from '../find/find-scenes.ts';
import type { AnalysisRequest } from '../types.ts';
import {
  type ExpectedPicture,
  expectPictures,
  foundOfBoth,
  noPictures,
  sharesUsed,
} from './expected-pictures.ts';
import type { SceneView, SceneViews } from './scene-views.ts';
import { expectedSeenShare } from './seen-share.ts';

/** A scene that a run could use for one of its dates. */
export interface CandidateScene extends Pick<Scene, 'id' | 'datetime' | 'platform'> {
  /**
   * Share of what the scene shows that is under clouds or their shadow, 0 to 1; null if it is not
   * known.
   */
  readonly cloudShare: number | null;
  /**
   * Whether that share refers to the part of the area that the scene shows, or to the whole scene.
   */
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

export interface ScenePreview {
  readonly before: DateScenes;
  readonly after: DateScenes;
  /**
   * Share of the area that would be seen on both dates, 0 to 1. It is null while it is not known, and
   * if there is no way to find out; once known, it does not change.
   */
  readonly seenShare: number | null;
  readonly windowDays: number;
  /** Whether every scene has been looked at. */
  readonly isComplete: boolean;
  readonly notes: readonly RunFact[];
}

/**
 * Describes the expected run from what `previewScenes` has seen so far: the scenes around both dates, how cloudy
 * each is over the area, and which ones a run would use. The choice is that of the run's own `Survey`,
 * on coarser pixels, and reads nothing.
 */
export async function previewOf(
  views: SceneViews,
  choices: AnalysisRequest['scenes'],
): Promise<ScenePreview> {
  const { isTooLarge, searched } = views;
  if (isTooLarge || !searched) return withoutScenes(views);
  const { workArea } = searched;
  const found = foundOfBoth(views, searched.scenes, choices);
  const pictures = workArea ? await expectPictures(views, found, workArea) : noPictures;
  const ofDate = (role: Role) =>
    previewOfDate(views, role, { found: found[role], picture: pictures[role], workArea });
  const [before, after] = [ofDate('before'), ofDate('after')];
  return {
    before: before.scenes,
    after: after.scenes,
    seenShare: workArea && expectedSeenShare(pictures, views, workArea),
    windowDays: defaultWindowDays,
    isComplete: views.hasEnded && before.isComplete && after.isComplete,
    notes: distinctFacts([
      ...before.emptyNotes,
      ...after.emptyNotes,
      ...before.notes,
      ...after.notes,
    ]),
  };
}

function withoutScenes({ startDate, endDate, isTooLarge }: SceneViews): ScenePreview {
  const unknown = { scenes: [], expectedDate: null, clearShare: null };
  return {
    before: { date: startDate, ...unknown },
    after: { date: endDate, ...unknown },
    seenShare: null,
    windowDays: defaultWindowDays,
    isComplete: isTooLarge,
    notes: isTooLarge ? [{ code: 'scenes-listed-in-result' }] : [],
  };
}

function previewOfDate(
  views: SceneViews,
  role: Role,
  {
    found,
    picture,
    workArea,
  }: { found: FoundScenes; picture: ExpectedPicture | null; workArea: WorkArea | null },
) {
  const { date, otherDate } = datesOf(role, views);
  const viewOf = ({ id }: Scene) => views.view(role, id);
  const allowed = new Set(found.allowed);
  const shares = workArea && picture && sharesUsed(picture, workArea);
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

function emptyNotes(date: string, otherDate: string, found: FoundScenes): RunFact[] {
  if (found.scenes.length === 0) {
    return [noScenesReason({ date, otherDate, windowDays: defaultWindowDays }, found)];
  }
  return found.allowed.length === 0 ? [noneAllowedReason(date, found)] : [];
}
