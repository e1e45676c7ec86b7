/** How sure a patch of change is, in words. */
export type Confidence = 'low' | 'medium' | 'high';

const highFrom = 0.95;
const lowBelow = 0.6;

/**
 * The word for the estimated probability, 0 to 1, that a patch is right: of many that are high, at least 95 in
 * 100 are right; of many that are low, less than 60.
 */
export function confidenceClass(confidence: number): Confidence {
  if (confidence >= highFrom) return 'high';
  return confidence < lowBelow ? 'low' : 'medium';
}
