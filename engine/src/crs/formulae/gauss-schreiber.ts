import type { Formula, ProjectionSettings } from './formula.ts';

/**
 * Gauss and Schreiber's transverse Mercator projection, by way of the sphere that touches the ellipsoid along
 * the parallel of the origin (Institut Géographique National, note technique NT/G 73, 1995: Gauss-Laborde).
 */
export function gaussSchreiber({ a, e, es, lat0 = 0, k0 = 1 }: ProjectionSettings): Formula {
  const isometric = (latitude: number) =>
    Math.atanh(Math.sin(latitude)) - e * Math.atanh(e * Math.sin(latitude));
  const turn = Math.sqrt(1 + (es * Math.cos(lat0) ** 4) / (1 - es));
  const origin = Math.asin(Math.sin(lat0) / turn);
  const shift = Math.atanh(Math.sin(origin)) - turn * isometric(lat0);
  const radius = (k0 * a * Math.sqrt(1 - es)) / (1 - es * Math.sin(lat0) ** 2);
  return {
    forward(longitude, latitude) {
      const [angle, height] = [turn * longitude, shift + turn * isometric(latitude)];
      const x = radius * Math.atanh(Math.sin(angle) / Math.cosh(height));
      return [x, radius * (Math.atan2(Math.sinh(height), Math.cos(angle)) - origin)];
    },
    inverse(x, y) {
      const [east, north] = [x / radius, y / radius + origin];
      const angle = Math.atan2(Math.sinh(east), Math.cos(north));
      const height = (Math.atanh(Math.sin(north) / Math.cosh(east)) - shift) / turn;
      let sine = Math.tanh(height);
      for (let round = 0; round < 20; round++) {
        sine = Math.tanh(height + e * Math.atanh(e * sine));
      }
      return [angle / turn, Math.asin(sine)];
    },
  };
}
