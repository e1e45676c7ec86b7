import { formatDate, formatDatesIn } from '@refugia/contract/date-text.ts';
import { formatLatitude, formatLongitude, formatPlace } from '@refugia/contract/place-text.ts';
import { formatShare } from '@refugia/contract/share-text.ts';

export { formatDate, formatDatesIn, formatLatitude, formatLongitude, formatPlace, formatShare };

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * Writes a distance in kilometres, with a decimal only where it matters, or in metres below one
 * kilometre.
 */
export function formatKilometers(meters: number): string {
  if (meters < 1_000) return `${wholeNumber.format(meters)} m`;
  const value = meters / 1000;
  return `${(value < 100 ? number : wholeNumber).format(value)} km`;
}

/** Writes seconds as the log line of a run does: 75 is '1 min 15 s'. */
export function formatElapsed(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
