/** The percentage of a running upload, up to 99: it ends only when the server has the file. */
export function shownPercent(share: number): number {
  return Math.min(99, Math.max(0, Math.floor(share * 100)));
}

/** Writes a size for people: '1 MB', '0.43 MB', 'less than 0.01 MB'. */
export function megabytes(bytes: number): string {
  const value = Math.round(bytes / 10_000) / 100;
  return value === 0 ? 'less than 0.01 MB' : `${value.toLocaleString('en-US')} MB`;
}
