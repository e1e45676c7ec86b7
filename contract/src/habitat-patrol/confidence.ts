import type { Confidence } from '@refugia/engine/analysis/measure/confidence-class.ts';

export type { Confidence };

/** How sure a patch of change is, the least sure first. A list apart from the schemas, for browsers. */
export const confidences = ['low', 'medium', 'high'] as const satisfies readonly Confidence[];

/** Confidences as lists, cards and reports name them. */
export const confidenceNames: Readonly<Record<Confidence, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

/** What a confidence tells, for reports. */
export const confidenceMeaning =
  'Confidence is the estimated share of such patches that are real change: high from 0.95, low below 0.6.';

interface Sure {
  readonly confidence?: number | undefined;
  readonly confidence_class?: Confidence | undefined;
}

/** The confidence of a patch: 'High (0.97)'; undefined in results that tell none. */
export function confidenceText({ confidence, confidence_class }: Sure): string | undefined {
  if (confidence === undefined || confidence_class === undefined) return undefined;
  return `${confidenceNames[confidence_class]} (${confidence.toFixed(2)})`;
}

/** What the confidence of one patch tells, after its name. */
export function likelyText(confidence: number): string {
  return `about ${Math.round(100 * confidence)} of 100 patches like this one are real change`;
}
