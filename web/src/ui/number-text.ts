const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

/** Numbers from this one on, and those below its inverse, are written with a power of ten. */
const plainUpTo = 1e7;

/**
 * Writes a number with few characters: 1302, 0.125, 4.29e9. Negative numbers have a true minus
 * sign.
 */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size < plainUpTo && size >= 1 / plainUpTo);
  const text = isPlain ? plain.format(value) : value.toPrecision(3).replace('e+', 'e');
  return text.replace(/^-/, '−').replace('e-', 'e−');
}
