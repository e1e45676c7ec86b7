import { formatShare } from '@refugia/contract/share-text.ts';
import { formatDate } from '../../lib/format-date.ts';

export { formatDate, formatShare };

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Rewrites dates and months in a sentence of the server for people. */
export function formatDatesIn(sentence: string): string {
  return sentence
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDate)
    .replace(/\b\d{4}-(?:0[1-9]|1[0-2])\b(?!-)/g, (isoMonth) => month.format(new Date(isoMonth)));
}

function withHemisphere(degrees: number, decimals: number, [positive, negative]: string): string {
  return `${Math.abs(degrees).toFixed(decimals)}° ${degrees < 0 ? negative : positive}`;
}

/** Writes degrees with the hemisphere instead of a sign: −123.5 is '123.50000° W'. */
export function formatLongitude(degrees: number): string {
  return withHemisphere(degrees, 5, 'EW');
}

/** Writes degrees with the hemisphere instead of a sign: −12.5 is '12.50000° S'. */
export function formatLatitude(degrees: number): string {
  return withHemisphere(degrees, 5, 'NS');
}

/** Writes a place to about ten metres, latitude first: '41.2560° N, 95.9345° W'. */
export function formatPlace(longitude: number, latitude: number): string {
  return `${withHemisphere(latitude, 4, 'NS')}, ${withHemisphere(longitude, 4, 'EW')}`;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * Writes a distance in kilometres, with a decimal only where it matters. Below one kilometre it is
 * written in metres.
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
