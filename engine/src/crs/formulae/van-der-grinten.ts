import { type Formula, nowhere } from './formula.ts';

/** Van der Grinten's projection on a sphere of radius 1 (Snyder 1987, chapter 29, pages 239 to 242). */
export const vanDerGrinten: Formula = {
  forward(longitude, latitude) {
    const theta = Math.asin(Math.min(1, Math.abs((2 * latitude) / Math.PI)));
    const sign = Math.sign(latitude);
    if (latitude === 0) return [longitude, 0];
    if (longitude === 0 || theta === Math.PI / 2) {
      return [0, sign * Math.PI * Math.tan(theta / 2)];
    }
    const a = Math.abs(Math.PI / longitude - longitude / Math.PI) / 2;
    const g = Math.cos(theta) / (Math.sin(theta) + Math.cos(theta) - 1);
    const p2 = (g * (2 / Math.sin(theta) - 1)) ** 2;
    const q = a ** 2 + g;
    const sum = p2 + a ** 2;
    const x = (a * (g - p2) + Math.sqrt(a ** 2 * (g - p2) ** 2 - sum * (g ** 2 - p2))) / sum;
    const p = Math.sqrt(p2);
    const y = (p * q - a * Math.sqrt((a ** 2 + 1) * sum - q ** 2)) / sum;
    return [Math.sign(longitude) * Math.PI * x, sign * Math.PI * Math.abs(y)];
  },
  inverse(x, y) {
    const [across, up] = [x / Math.PI, y / Math.PI];
    const squares = across ** 2 + up ** 2;
    if (squares > 1 + 1e-10) return nowhere;
    return [longitudeOf(across, up), latitudeOf(across, up)];
  },
};

function longitudeOf(across: number, up: number): number {
  if (Math.abs(across) < 1e-12) return 0;
  const squares = across ** 2 + up ** 2;
  const root = Math.sqrt(1 + 2 * (across ** 2 - up ** 2) + squares ** 2);
  return (Math.PI * (squares - 1 + root)) / (2 * across);
}

/** Equations 29-9 to 29-18: the solution of a cubic equation. */
function latitudeOf(across: number, up: number): number {
  if (up === 0) return 0;
  const squares = across ** 2 + up ** 2;
  const c1 = -Math.abs(up) * (1 + squares);
  const c2 = c1 - 2 * up ** 2 + across ** 2;
  const c3 = -2 * c1 + 1 + 2 * up ** 2 + squares ** 2;
  const d = up ** 2 / c3 + (2 * (c2 / c3) ** 3 - (9 * c1 * c2) / c3 ** 2) / 27;
  const a1 = (c1 - c2 ** 2 / (3 * c3)) / c3;
  const m1 = 2 * Math.sqrt(-a1 / 3);
  const cosine = Math.max(-1, Math.min(1, (3 * d) / (a1 * m1)));
  const theta1 = Math.acos(cosine) / 3;
  return Math.sign(up) * Math.PI * (-m1 * Math.cos(theta1 + Math.PI / 3) - c2 / (3 * c3));
}
