import { type Formula, nowhere, type ProjectionSettings, zeroOf } from './formula.ts';
import { meridianArc } from './meridian-arc.ts';

/**
 * Bonne's projection of an ellipsoid, or of a sphere, with a standard parallel of either hemisphere (Snyder
 * 1987, equations 19-5 to 19-11).
 */
export function bonne({ a, es, lat1 = 0 }: ProjectionSettings): Formula {
  const arc = meridianArc(es);
  const primeRadius = (latitude: number) => 1 / Math.sqrt(1 - es * Math.sin(latitude) ** 2);
  const meridianRadius = (latitude: number) => (1 - es) * primeRadius(latitude) ** 3;
  const start = arc(lat1);
  // The distance of the standard parallel from the centre of all parallels, negative in the south.
  const centre = primeRadius(lat1) / Math.tan(lat1);
  const around = (latitude: number) => primeRadius(latitude) * Math.cos(latitude);
  return {
    forward(longitude, latitude) {
      const distance = centre + start - arc(latitude);
      const turn = distance === 0 ? 0 : (around(latitude) * longitude) / distance;
      return [a * distance * Math.sin(turn), a * (centre - distance * Math.cos(turn))];
    },
    inverse(x, y) {
      const side = Math.sign(lat1);
      const [east, south] = [(side * x) / a, side * (centre - y / a)];
      const distance = side * Math.hypot(east, south);
      const toArc = centre + start - distance;
      const latitude = zeroOf((at) => arc(at) - toArc, meridianRadius, toArc);
      if (Math.abs(latitude) > Math.PI / 2 + 1e-10) return nowhere;
      if (Math.abs(latitude) > Math.PI / 2 - 1e-10) return [0, latitude];
      const longitude = (distance * Math.atan2(east, south)) / around(latitude);
      return Math.abs(longitude) > Math.PI + 1e-10 ? nowhere : [longitude, latitude];
    },
  };
}
