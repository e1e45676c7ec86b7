import type { RunFact } from '../../facts/run-facts.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { bandNames } from '../../source/scene.ts';
import { mayPass } from '../../source/transport.ts';
import { isFileTrouble, troubleOf } from '../read/file-trouble.ts';
import type { Survey } from '../survey/survey.ts';
import type { DatePicture, Gaps, PicturePair } from '../types.ts';
import type { DateComposite } from './date-composite.ts';
import { emptyCause } from './gaps.ts';

/** Water and snow are mentioned only above this share of the area. */
const notableShare = 0.01;

/** Notes on scenes that were corrected or left out. */
export function sceneNotes(dates: readonly DateComposite[]): RunFact[] {
  return dates.flatMap(({ notes, survey }) => [
    ...notes,
    ...survey.failures.map(({ scene, reason }): RunFact => {
      return { code: 'scene-left-out', params: { sceneId: scene.id, trouble: troubleOf(reason) } };
    }),
  ]);
}

/** Notes on the two pictures: missing bands, and the share of water. */
export function pictureNotes({ before, after }: PicturePair): RunFact[] {
  const { names } = before;
  const notes: RunFact[] = [];
  const missing = bandNames.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    notes.push({ code: 'bands-not-common', params: { missing, used: names } });
  }
  const waterShare = shareOfWater(before, after);
  if (waterShare >= notableShare) {
    const percent = Math.round(waterShare * 100);
    notes.push({ code: 'water-on-both-dates', params: { percent } });
  }
  return notes;
}

/** Why a date has no picture. If a file could not be reached, another attempt may help. */
export function failureOf(
  date: string,
  gaps: Gaps,
  { scenes, failures }: Pick<Survey, 'scenes' | 'failures'>,
): AnalysisFailure {
  const cause = emptyCause(gaps);
  if (failures.length === 0) {
    return new AnalysisFailure(
      { code: 'date-empty', params: { date, cause } },
      { permanent: true },
    );
  }
  const passing = failures.find(({ reason }) => mayPass(reason));
  const shown = passing ?? failures[0];
  const mayHelp = failures.some(({ reason }) => isFileTrouble(reason));
  const params = {
    date,
    cause: scenes.length === 0 ? null : cause,
    unread: failures.length,
    sceneId: shown.scene.id,
    trouble: troubleOf(shown.reason),
    mayPass: mayHelp,
  };
  return new AnalysisFailure(
    { code: 'scenes-not-read', params },
    { permanent: !mayHelp, cause: shown.reason },
  );
}

/** The share of water in the pixels that are clear on both dates, 0 to 1. */
function shareOfWater(before: DatePicture, after: DatePicture): number {
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
