const day = 24 * 60 * 60;
const defaultSeconds = day;
/** Even what never changes is asked about again after this time, so that no mistake stays for ever. */
const longestSeconds = 30 * day;

/** Seconds for which a shared cache may keep an answer (RFC 9111, 4.2.1, 5.2.2); null when it may not. */
export function freshSeconds(header: (name: string) => string | undefined): number | null {
  const control = (header('cache-control') ?? '').toLowerCase();
  if (/\b(no-store|private)\b/.test(control)) return null;
  if (/\bno-cache\b/.test(control)) return 0;
  const [, shared] = /\bs-maxage="?(\d{1,12})/.exec(control) ?? [];
  const [, own] = /\bmax-age="?(\d{1,12})/.exec(control) ?? [];
  const age = Number(header('age') ?? 0) || 0;
  const maxAge = shared ?? own;
  if (maxAge !== undefined) return Math.min(longestSeconds, Math.max(0, Number(maxAge) - age));
  const expires = header('expires');
  if (expires === undefined) return defaultSeconds;
  // What is no date is in the past (RFC 9111, 5.3).
  const seconds = (Date.parse(expires) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(longestSeconds, seconds) : 0;
}
