const metersPerDegree = 111_320;

/** About how far two positions (longitude, latitude) lie apart that are near each other. */
export function distanceMeters(a: readonly number[], b: readonly number[]): number {
  const dx = (a[0] - b[0]) * Math.cos((b[1] * Math.PI) / 180);
  return Math.hypot(dx, a[1] - b[1]) * metersPerDegree;
}
