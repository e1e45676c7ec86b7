import { type Confidence, confidenceClass } from '../measure/confidence-class.ts';

type Counted = readonly [right: number, all: number];

/**
 * Right patches of all, by the word that the run gave them and by whether later clear scenes show them
 * changed, too. docs/methods/confidence.md names the pairs on which they were counted, and how it did on others.
 */
const counts: Readonly<Record<Confidence, { readonly changed: Counted; readonly not: Counted }>> = {
  high: { changed: [56, 56], not: [0, 7] },
  medium: { changed: [26, 28], not: [0, 29] },
  low: { changed: [36, 57], not: [5, 132] },
};

/**
 * The estimated probability that a patch is right, 0 to 1, when clear scenes after its run have been
 * looked at, by Laplace's rule of succession. Scenes that show a patch changed never make it less sure
 * than the run told, nor do others make it surer: the counts are of a word, and the run's number is finer.
 *
 * @param confidence what the run itself told
 * @param isChanged whether the later scenes show it changed, too
 */
export function laterConfidence(confidence: number, isChanged: boolean): number {
  const [right, all] = counts[confidenceClass(confidence)][isChanged ? 'changed' : 'not'];
  const share = Math.round((100 * (right + 1)) / (all + 2)) / 100;
  return isChanged ? Math.max(confidence, share) : Math.min(confidence, share);
}
