/**
 * The length of the meridian from the equator to a latitude, in semi-major axes (Helmert's series in the
 * third flattening, to its fourth power).
 */
export function meridianArc(es: number): (latitude: number) => number {
  const axes = Math.sqrt(1 - es);
  const n = (1 - axes) / (1 + axes);
  const terms = [
    1 + n ** 2 / 4 + n ** 4 / 64,
    (-3 / 2) * (n - n ** 3 / 8),
    (15 / 16) * (n ** 2 - n ** 4 / 4),
    (-35 / 48) * n ** 3,
    (315 / 512) * n ** 4,
  ];
  return (latitude) => {
    const sum = terms.slice(1).map((term, index) => term * Math.sin(2 * (index + 1) * latitude));
    return (terms[0]! * latitude + sum.reduce((total, each) => total + each, 0)) / (1 + n);
  };
}
