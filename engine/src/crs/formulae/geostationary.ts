import { type Formula, nowhere, type ProjectionSettings } from './formula.ts';

/**
 * The view of an instrument above the equator. Positions on its plane are two angles of sight times
 * the instrument's height (CGMS 03, section 4.4.3.2). `sweep` is the instrument's sweep angle axis,
 * as in PROJ.
 */
export function geostationary({ a, es, h = 0, sweep = 'y' }: ProjectionSettings): Formula {
  const height = h / a;
  const distance = 1 + height;
  const polar = 1 - es;
  return {
    forward(longitude, latitude) {
      const n = 1 / Math.sqrt(1 - es * Math.sin(latitude) ** 2);
      const outward = n * Math.cos(latitude) * Math.cos(longitude);
      const east = n * Math.cos(latitude) * Math.sin(longitude);
      const north = n * polar * Math.sin(latitude);
      const ahead = distance - outward;
      if (ahead * outward - east ** 2 - north ** 2 / polar < 0) return nowhere;
      const [x, y] =
        sweep === 'x'
          ? [Math.atan(east / Math.hypot(north, ahead)), Math.atan(north / ahead)]
          : [Math.atan(east / ahead), Math.atan(north / Math.hypot(east, ahead))];
      return [h * x, h * y];
    },
    inverse(x, y) {
      const [across, up] = [Math.tan(x / h), Math.tan(y / h)];
      // The direction of sight: how far it leads east and north for each unit towards the earth's
      // centre.
      const [east, north] =
        sweep === 'x' ? [across * Math.hypot(1, up), up] : [across, up * Math.hypot(1, across)];
      const square = 1 + east ** 2 + north ** 2 / polar;
      const root = Math.sqrt(distance ** 2 - square * (distance ** 2 - 1));
      if (Number.isNaN(root)) return nowhere;
      const length = (distance - root) / square;
      const outward = distance - length;
      const [longitude, away] = [Math.atan2(length * east, outward), length * east];
      return [longitude, Math.atan2((length * north) / polar, Math.hypot(outward, away))];
    },
  };
}
