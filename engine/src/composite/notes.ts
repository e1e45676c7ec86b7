import { AnalysisFailure } from '../analysis/types.ts';
import { bandNames } from '../source/scene.ts';
import { TransportError } from '../source/transport.ts';
import { TiffError } from '../tiff/index.ts';
import type { DateComposite } from './date-composite.ts';
import { emptySentences, type Gaps } from './gaps.ts';
import type { Survey } from './survey.ts';
import type { Picture, PicturePair } from './types.ts';

/** Water and snow below this share of the area aren't worth a sentence. */
const notableShare = 0.01;

/** What happened to scenes: corrected, or left out. */
export function sceneNotes(dates: readonly DateComposite[]): string[] {
  return dates.flatMap(({ notes, survey }) => [
    ...notes,
    ...survey.failures.map(
      ({ scene, reason }) => `Scene ${scene.id} was left out: ${sentenceOf(reason)}`,
    ),
  ]);
}

/** What a reader should know of the two pictures: bands that are missing, how much is water. */
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

/** Why a date has no picture. Another try may help when a file could not be had. */
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
  const shown = passing ?? failures[0]!;
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

/** What a file's trouble is; the whole address of the file says nothing to a reader. */
export function sentenceOf(reason: unknown): string {
  const text = reason instanceof Error ? reason.message : String(reason);
  const short = text.replaceAll(/https?:\/\/\S*\/([^\s/]+)/g, '$1');
  return short.endsWith('.') ? short : `${short}.`;
}

/** Files that can't be had, or are damaged, may be whole tomorrow: the question is not at fault. */
export function isFileTrouble(reason: unknown): boolean {
  return reason instanceof TransportError || reason instanceof TiffError;
}

/** Of what is clear on both dates. */
function shareOfWater(before: Picture, after: Picture): number {
  if (!before.water.includes(1) || !after.water.includes(1)) return 0;
  let count = 0;
  let all = 0;
  for (let pixel = 0; pixel < before.valid.length; pixel += 1) {
    if (before.valid[pixel] === 0 || after.valid[pixel] === 0) continue;
    all += 1;
    count += before.water[pixel]! & after.water[pixel]!;
  }
  return all === 0 ? 0 : count / all;
}
