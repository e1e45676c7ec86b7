import { AnalysisFailure } from '../analysis/types.ts';
import { bandNames } from '../source/scene.ts';
import { TransportError } from '../source/transport.ts';
import type { DateComposite } from './date-composite.ts';
import type { SceneFailure } from './survey.ts';
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
  const waterShare = Math.max(shareOf(before.water, before), shareOf(after.water, after));
  if (waterShare >= notableShare) {
    notes.push(
      `${Math.round(waterShare * 100)} % of the area is water by its scene classification; it is left out of vegetation change.`,
    );
  }
  return notes;
}

/** Why a date has no picture. */
export function failureOf(date: string, failures: readonly SceneFailure[]): AnalysisFailure {
  if (failures.length === 0) {
    return new AnalysisFailure(
      `No scene around ${date} shows the area without clouds. Choose another date.`,
      { permanent: true },
    );
  }
  const passing = failures.find(
    ({ reason }) => reason instanceof TransportError && reason.retryable,
  );
  const [shown] = passing ? [passing] : failures;
  return new AnalysisFailure(
    `No scene around ${date} could be used; ${failures.length} could not be read (${shown!.scene.id}: ${sentenceOf(shown!.reason)})`,
    // Files that are not where the catalogue says may be tomorrow: the question is not at fault.
    {
      permanent: !failures.some(({ reason }) => reason instanceof TransportError),
      cause: shown!.reason,
    },
  );
}

function sentenceOf(reason: unknown): string {
  const text = reason instanceof Error ? reason.message : String(reason);
  return text.endsWith('.') ? text : `${text}.`;
}

function shareOf(mask: Uint8Array, { valid }: Picture): number {
  let count = 0;
  let all = 0;
  for (let index = 0; index < mask.length; index += 1) {
    count += mask[index]!;
    all += valid[index]!;
  }
  return all === 0 ? 0 : count / all;
}
