import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { bandNames } from '../../source/scene.ts';
import { TransportError } from '../../source/transport.ts';
import { isFileTrouble, sentenceOf } from '../read/file-trouble.ts';
import type { Survey } from '../survey/survey.ts';
import type { Gaps, Picture, PicturePair } from '../types.ts';
import type { DateComposite } from './date-composite.ts';
import { emptySentences } from './gaps.ts';

/** Water and snow are mentioned only above this share of the area. */
const notableShare = 0.01;

/** Sentences on scenes that were corrected or left out. */
export function sceneNotes(dates: readonly DateComposite[]): string[] {
  return dates.flatMap(({ notes, survey }) => [
    ...notes,
    ...survey.failures.map(
      ({ scene, reason }) => `Scene ${scene.id} was left out: ${sentenceOf(reason)}`,
    ),
  ]);
}

/** Sentences on the two pictures: missing bands, and how much is water. */
export function pictureNotes({ before, after }: PicturePair): string[] {
  const { names } = before;
  const notes: string[] = [];
  const missing = bandNames.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    notes.push(
      `The scenes of both dates have no ${missing.join(', ')} in common: the analysis used ${names.length} bands (${names.join(', ')}).`,
    );
  }
  const waterShare = shareOfWater(before, after);
  if (waterShare >= notableShare) {
    notes.push(
      `${Math.round(waterShare * 100)} % of the area is water on both dates by its scene classification; it is left out of vegetation change.`,
    );
  }
  return notes;
}

/** Why a date has no picture. If a file could not be reached, another attempt may help. */
export function failureOf(
  date: string,
  gaps: Gaps,
  { scenes, failures }: Pick<Survey, 'scenes' | 'failures'>,
): AnalysisFailure {
  const { reason, advice } = emptySentences(date, gaps);
  if (failures.length === 0) {
    return new AnalysisFailure(`${reason}. ${advice}`, { permanent: true });
  }
  const passing = failures.find(
    ({ reason }) => reason instanceof TransportError && reason.retryable,
  );
  const shown = passing ?? failures[0];
  const what = scenes.length === 0 ? `No scene around ${date} could be used` : reason;
  const count =
    scenes.length === 0
      ? `${failures.length} could not be read`
      : `${failures.length} ${failures.length === 1 ? 'scene' : 'scenes'} could not be read`;
  const permanent = !failures.some(({ reason }) => isFileTrouble(reason));
  return new AnalysisFailure(
    `${what}; ${count} (${shown.scene.id}: ${sentenceOf(shown.reason).slice(0, -1)}). ${permanent ? 'Choose another date.' : 'Try again later, or choose another date.'}`,
    { permanent, cause: shown.reason },
  );
}

/** The share of water in the pixels that are clear on both dates, 0 to 1. */
function shareOfWater(before: Picture, after: Picture): number {
  if (!before.water.includes(1) || !after.water.includes(1)) return 0;
  let count = 0;
  let all = 0;
  for (let pixel = 0; pixel < before.valid.length; pixel++) {
    if (before.valid[pixel] === 0 || after.valid[pixel] === 0) continue;
    all++;
    count += before.water[pixel] & after.water[pixel];
  }
  return all === 0 ? 0 : count / all;
}
