const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

/** Numbers from this one on, and those below its inverse, are written with a power of ten. */
const plainUpTo = 1e7;

/** Writes a number with few characters and a true minus sign: 1302, −0.125, 4.29e9. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size < plainUpTo && size >= 1 / plainUpTo);
  const text = isPlain ? plain.format(value) : value.toPrecision(3).replace('e+', 'e');
  return text.replace(/^-/, '−').replace('e-', 'e−');
}

const fourDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** Writes a measured number with at most four digits that mean something: 1,302, 123,500, 0.1235. */
export function significantText(value: number): string {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size < 1e9 && size >= 1 / plainUpTo);
  return isPlain ? fourDigits.format(value).replace(/^-/, '−') : numberText(value);
}

/** The significant digits that float32 holds. */
const readingDigits = 7;

/**
 * Writes a number as it was read: 16,777,521, 123,456.7, 0.1. Whole numbers keep all their digits,
 * others as many as float32 holds.
 */
export function readingText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= Number.MAX_SAFE_INTEGER || size < 1 / plainUpTo)) {
    return numberText(value);
  }
  const wholeDigits = size < 1 ? 0 : Math.floor(Math.log10(size)) + 1;
  const text =
    wholeDigits === 0
      ? value.toLocaleString('en-US', { maximumSignificantDigits: readingDigits })
      : value.toLocaleString('en-US', {
          maximumFractionDigits: Math.max(0, readingDigits - wholeDigits),
        });
  return text.replace(/^-/, '−');
}
