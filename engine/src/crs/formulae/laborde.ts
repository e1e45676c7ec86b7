import type { Formula, ProjectionSettings } from './formula.ts';

/** A complex number. */
type Complex = readonly [real: number, imaginary: number];

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const over = (top: Complex, [c, d]: Complex): Complex =>
  times(top, [c / (c * c + d * d), -d / (c * c + d * d)]);
const scaled = ([a, b]: Complex, by: number): Complex => [a * by, b * by];

/**
 * Laborde's oblique Mercator projection for Madagascar (EPSG method 9813, IOGP Guidance Note 7-2): the
 * ellipsoid on a sphere, that on a cylinder, and a cubic that turns the line of true scale.
 */
export function laborde({ a, e, es, lat0 = 0, k0 = 1, azi = '0' }: ProjectionSettings): Formula {
  const azimuth = (Number(azi) * Math.PI) / 180;
  const widening = Math.sqrt(1 + (es * Math.cos(lat0) ** 4) / (1 - es));
  const sphereLatitude = Math.asin(Math.sin(lat0) / widening);
  const radius = (a * k0 * Math.sqrt(1 - es)) / (1 - es * Math.sin(lat0) ** 2);
  const isometric = (latitude: number): number =>
    Math.atanh(Math.sin(latitude)) - e * Math.atanh(e * Math.sin(latitude));
  const constant = Math.atanh(Math.sin(sphereLatitude)) - widening * isometric(lat0);
  const turn: Complex = [(1 - Math.cos(2 * azimuth)) / 12, Math.sin(2 * azimuth) / 12];
  const [sin0, cos0] = [Math.sin(sphereLatitude), Math.cos(sphereLatitude)];
  return {
    forward(longitude, latitude) {
      const l = widening * longitude;
      const p = Math.atan(Math.sinh(constant + widening * isometric(latitude)));
      const u = Math.cos(p) * Math.cos(l) * cos0 + Math.sin(p) * sin0;
      const v = Math.cos(p) * Math.cos(l) * sin0 - Math.sin(p) * cos0;
      const w = Math.cos(p) * Math.sin(l);
      const h: Complex = [-Math.atan2(v, u), Math.asinh(w / Math.hypot(u, v))];
      const [north, east] = plus(h, times(turn, times(h, times(h, h))));
      return [radius * east, radius * north];
    },
    inverse(x, y) {
      const target: Complex = [y / radius, x / radius];
      let h = target;
      for (let round = 0; round < 20; round++) {
        const square = times(h, h);
        const slope = plus([1, 0], scaled(times(turn, square), 3));
        const next = over(plus(target, scaled(times(turn, times(h, square)), 2)), slope);
        const step = Math.hypot(next[0] - h[0], next[1] - h[1]);
        h = next;
        if (step < 1e-14) break;
      }
      const [l, p] = [-h[0], Math.atan(Math.sinh(h[1]))];
      const u = Math.cos(p) * Math.cos(l) * cos0 + Math.cos(p) * Math.sin(l) * sin0;
      const w = Math.cos(p) * Math.cos(l) * sin0 - Math.cos(p) * Math.sin(l) * cos0;
      const v = Math.sin(p);
      const sphereSine = Math.atan2(w, Math.hypot(u, v));
      const wanted = (Math.atanh(Math.sin(sphereSine)) - constant) / widening;
      let latitude = sphereSine;
      for (let round = 0; round < 20; round++) {
        const next = Math.atan(Math.sinh(wanted + e * Math.atanh(e * Math.sin(latitude))));
        const step = Math.abs(next - latitude);
        latitude = next;
        if (step < 1e-14) break;
      }
      return [Math.atan2(v, u) / widening, latitude];
    },
  };
}
