import type { AnalysisResult, SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';

/** The largest number of ids that are named. Further ones are only counted. */
const mostIds = 12;

/** Sentences about the scenes that a person left out or chose before the run. */
export function choiceSentences({
  before = {},
  after = {},
}: AnalysisResult['parameters']['scenes']): string[] {
  return [...sentencesOf('Before', before), ...sentencesOf('After', after)];
}

function sentencesOf(date: 'Before' | 'After', { only = [], exclude = [] }: SceneChoice): string[] {
  return [
    ...(only.length > 0 ? [`${date}, chosen by hand: ${listed(only)}.`] : []),
    ...(exclude.length > 0 ? [`${date}, left out by hand: ${listed(exclude)}.`] : []),
  ];
}

function listed(ids: readonly string[]): string {
  const told = ids.slice(0, mostIds).join(', ');
  return ids.length <= mostIds ? told : `${told} and ${ids.length - mostIds} more`;
}
