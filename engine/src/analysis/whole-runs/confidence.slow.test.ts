import { describe, expect, test } from 'vitest';
import { drawConfidencePairs } from '../../../testing/confidence-pairs.ts';
import { type JudgedPatch, judgeSimulated } from '../../../testing/judged-patches.ts';
import { judgeLabelled, labelledPairs } from '../../../testing/labelled-patches.ts';
import { arePairsMissing } from '../../../testing/published-pairs.ts';
import { laterConfidence } from '../confidence/later-confidence.ts';
import { type Confidence, confidenceClass } from '../measure/confidence-class.ts';

// It prints the tables of docs/methods/confidence.md: right patches of all patches, by the word for
// their confidence. The truth is the simulation's own, and the labels of the published pairs.

const wordOf = ({ patch: { confidence = 0 } }: JudgedPatch) => confidenceClass(confidence);

/** With the confidence that a patch has once later scenes have been looked at. */
function withLater(judged: JudgedPatch): JudgedPatch {
  const { patch, later } = judged;
  if (!later) return judged;
  const confidence = laterConfidence(patch.confidence ?? 0, later.isChanged);
  return { ...judged, patch: { ...patch, confidence } };
}

/** Right patches of all, by the run's word and by what later scenes show. */
function printSights(judged: readonly JudgedPatch[]): void {
  const sights = [
    ['changed', (later: JudgedPatch['later']) => later?.isChanged === true],
    ['not changed', (later: JudgedPatch['later']) => later?.isChanged === false],
    ['not told', (later: JudgedPatch['later']) => !later],
  ] as const;
  for (const [name, holds] of sights)
    print(
      `later scenes: ${name}`,
      judged.filter(({ later }) => holds(later)),
    );
}

function countsOf(
  judged: readonly JudgedPatch[],
  word: Confidence,
): { right: number; all: number } {
  const group = judged.filter((patch) => wordOf(patch) === word);
  return { right: group.filter(({ isRight }) => isRight).length, all: group.length };
}

function shareOf(judged: readonly JudgedPatch[], word: Confidence): number {
  const { right, all } = countsOf(judged, word);
  return right / all;
}

function print(name: string, judged: readonly JudgedPatch[]): void {
  const cells = (['high', 'medium', 'low'] as const).map((word) => {
    const { right, all } = countsOf(judged, word);
    return `${right} of ${all}`;
  });
  console.log(`| ${[name, ...cells].join(' | ')} |`);
}

/** The classes were counted on pairs of other seeds. */
const heldOutSeed = 4;
const pairCount = 163;

test('on the simulation, high is right 95 times in 100, and low less than 60', () => {
  const byCountry = new Map<string, JudgedPatch[]>();
  let [drawn, withHigh] = [0, 0];
  for (const pair of drawConfidencePairs(heldOutSeed)) {
    if (drawn === pairCount) break;
    drawn++;
    const judged = judgeSimulated(pair);
    if (judged.some((patch) => wordOf(patch) === 'high')) withHigh++;
    byCountry.set(pair.country, [...(byCountry.get(pair.country) ?? []), ...judged]);
  }
  for (const [country, judged] of byCountry) print(country, judged);
  const all = [...byCountry.values()].flat();
  print(`all of ${drawn} pairs, ${withHigh} with a high patch`, all);
  printSights(all);
  const sighted = all.map(withLater);
  print('all, with later scenes', sighted);
  for (const patches of [all, sighted]) {
    expect(shareOf(patches, 'high')).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(patches, 'low')).toBeLessThan(0.6);
  }
});

describe.skipIf(arePairsMissing)('on labelled pairs', () => {
  test('high is right 95 times in 100', async () => {
    const all: JudgedPatch[] = [];
    for (const pair of await labelledPairs()) {
      const judged = judgeLabelled(pair);
      print(pair.name, judged);
      all.push(...judged);
    }
    expect(shareOf(all, 'high')).toBeGreaterThanOrEqual(0.95);
  });
});
