import { assignClear, assignSnow, snowCandidates } from '../../composite/survey/assign.ts';
import { nothingOf } from '../../composite/survey/scene-usability.ts';
import { Survey, type SurveyedScene } from '../../composite/survey/survey.ts';
import type { WorkArea } from '../../composite/types.ts';
import { unassigned } from '../../composite/usability/usable-pixels.ts';
import type { Scene } from '../../source/scene.ts';
import {
  datesOf,
  type FoundPair,
  foundScenes,
  type Role,
  type SearchedScenes,
} from '../find/find-scenes.ts';
import type { AnalysisRequest } from '../types.ts';
import type { SceneView, SceneViews } from './scene-views.ts';

/** The scenes from which a run would take one date's picture, in the coarse pixels of a preview. */
export interface ExpectedPicture {
  /** For each pixel the index of its scene in `roster`, or `unassigned`. */
  readonly assignment: Uint8Array;
  readonly roster: readonly SurveyedScene[];
}

/**
 * A picture is null if it depends on a scene that has not been read yet, or if no scene could be
 * read. While scenes are being read, both pictures become known together, because ground under snow
 * on both dates is added to both. A known picture does not change any more.
 */
export type ExpectedPictures = Readonly<Record<Role, ExpectedPicture | null>>;

export const noPictures: ExpectedPictures = { before: null, after: null };

/** The scenes that a search has found for both dates, with the person's choice among them. */
export function foundOfBoth(
  views: SceneViews,
  searched: SearchedScenes,
  choices: AnalysisRequest['scenes'],
): FoundPair {
  const found = (role: Role) =>
    foundScenes(searched[role], { ...datesOf(role, views), choice: choices?.[role] });
  return { before: found('before'), after: found('after') };
}

/**
 * Finds out from which scene a run would take each pixel of both dates. The choice is that of the
 * run's own `Survey`, on coarser pixels, and reads nothing.
 */
export async function expectPictures(
  views: SceneViews,
  found: FoundPair,
  workArea: WorkArea,
): Promise<ExpectedPictures> {
  const [before, after] = await Promise.all([
    fillClear(views, 'before', found.before.allowed, workArea),
    fillClear(views, 'after', found.after.allowed, workArea),
  ]);
  if (before && after) fillSnow(before, after, workArea);
  else if (!views.hasEnded) return noPictures;
  return { before, after };
}

/** The share of the area that a run would take from each scene of a picture. */
export function sharesUsed(
  { assignment, roster }: ExpectedPicture,
  { pixelCount }: Pick<WorkArea, 'pixelCount'>,
): Map<Scene, number> {
  const counts = new Uint32Array(256);
  for (const slot of assignment) counts[slot]++;
  return new Map(
    roster.flatMap(({ scene }, slot) =>
      counts[slot] > 0 ? [[scene, counts[slot] / pixelCount] as const] : [],
    ),
  );
}

interface FilledPicture extends ExpectedPicture {
  readonly roster: SurveyedScene[];
  /** All scenes that were surveyed, nearest first. */
  readonly scenes: readonly SurveyedScene[];
}

async function fillClear(
  views: SceneViews,
  role: Role,
  scenes: readonly Scene[],
  workArea: WorkArea,
): Promise<FilledPicture | null> {
  let isUnknown = false;
  const survey = new Survey(scenes, datesOf(role, views), {
    workArea,
    signal: undefined,
    onSurveyed: () => {},
    readUsability: async (scene) => {
      const view: SceneView | undefined = views.view(role, scene.id);
      if (view === undefined) isUnknown = true;
      if (view?.kind === 'seen') return view;
      if (view?.kind === 'beside') return nothingOf(workArea);
      throw new Error('The scene has not been looked at.');
    },
  });
  await survey.readEnough();
  const isUnreadable = survey.failures.length > 0 && survey.scenes.length === 0;
  if (isUnknown || isUnreadable) return null;
  const assignment = new Uint8Array(workArea.mask.length).fill(unassigned);
  const roster: SurveyedScene[] = [];
  assignClear(assignment, roster, survey.scenes, workArea);
  return { assignment, roster, scenes: survey.scenes };
}

/** Adds ground that lies under snow on both dates, which a run compares as it is. */
function fillSnow(before: FilledPicture, after: FilledPicture, { pixelCount }: WorkArea): void {
  const snowBefore = snowCandidates(before.assignment, before.scenes);
  const snowAfter = snowCandidates(after.assignment, after.scenes);
  if (!snowBefore || !snowAfter) return;
  const allowed = snowAfter.map((value, pixel) => value & snowBefore[pixel]);
  for (const { assignment, roster, scenes } of [before, after]) {
    assignSnow(assignment, roster, scenes, { allowed, pixelCount });
  }
}
