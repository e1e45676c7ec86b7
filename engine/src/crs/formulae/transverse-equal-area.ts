import { arcSine, type Formula, type ProjectionSettings } from './formula.ts';

/**
 * The transverse cylindrical equal-area projection of a sphere (Snyder 1987, equations 10-5 to 10-10).
 */
export function transverseEqualArea({ a, lat0 = 0, k0 = 1 }: ProjectionSettings): Formula {
  return {
    forward(longitude, latitude) {
      const x = (Math.cos(latitude) * Math.sin(longitude)) / k0;
      const turn = Math.atan2(Math.sin(latitude), Math.cos(latitude) * Math.cos(longitude));
      return [a * x, a * k0 * (turn - lat0)];
    },
    inverse(x, y) {
      const turn = y / (a * k0) + lat0;
      const east = (x * k0) / a;
      const root = Math.sqrt(1 - east ** 2);
      return [Math.atan2(east, root * Math.cos(turn)), arcSine(root * Math.sin(turn))];
    },
  };
}
