import type { Valuation, ValuationCurve } from '@refugia/engine/valuation/index.ts';

const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** A number with at most four digits that mean something, and its unit where there is one. */
export const numberWords = (value: number, unit = ''): string =>
  `${fourDigits.format(value).replace(/^-/, '−')} ${unit}`.trim();

/**
 * Tells in a sentence how numbers of a layer become values.
 * @param unit of the numbers, or an empty text
 */
export function curveWords(valuation: Valuation, unit: string): string {
  if (valuation.kind === 'classes') {
    const values = valuation.values.map(({ code, value }) => `${code}: ${numberWords(value)}`);
    return `Each class has a value (${values.join(', ')}); other classes have none.`;
  }
  const { curve, range } = valuation;
  const ends = `${numberWords(range.min, unit)} to ${numberWords(range.max, unit)}`;
  return shapeWords(curve, { unit, ends });
}

function shapeWords(curve: ValuationCurve, { unit, ends }: { unit: string; ends: string }): string {
  if (curve.type === 'points') {
    const points = curve.points.map(
      ([x, value]) => `${numberWords(x, unit)}: ${numberWords(value)}`,
    );
    return `Straight lines join these numbers and values: ${points.join(', ')}.`;
  }
  const { A, B, C } = curve.coefficients;
  const [low, high] = [numberWords(C), numberWords(A + C)];
  switch (curve.type) {
    case 'lin':
      return `From ${ends} the value goes evenly from ${low} to ${high}.`;
    case 'exp':
      return `From ${ends} the value goes from ${low} to ${high}, slowly at first and then faster (exponential, B = ${numberWords(B)}).`;
    case 'log':
      return `From ${ends} the value goes from ${low} to ${high}, fast at first and then slower (logarithmic, B = ${numberWords(B)}).`;
    case 'step':
      return `The value is ${high} above ${numberWords(B, unit)}, and ${low} elsewhere.`;
    case 'peak':
      return `The value is ${high} at ${numberWords(B, unit)} and falls off to ${low} on both sides, half of the way within ${numberWords(curve.coefficients.D / 2, unit)}.`;
    case 'sigmoid':
      return `The value goes from ${low} to ${high} in an S around ${numberWords(B, unit)}, most of it within ${numberWords(curve.coefficients.D, unit)}.`;
  }
}
