import type { Formula, ProjectionSettings } from './formula.ts';

/**
 * The local projection of Colombia's towns (EPSG method 1052, IOGP Guidance Note 7-2): a plane at the
 * height of the town above the ellipsoid. It is meant for places near its origin, where its inverse leads
 * back within a millimetre.
 */
export function colombiaUrban({ a, es, lat0 = 0, h_0 = '0' }: ProjectionSettings): Formula {
  const acrossAt = (sine: number) => 1 / Math.sqrt(1 - es * sine ** 2);
  const alongAt = (sine: number) => (1 - es) * acrossAt(sine) ** 3;
  const height = Number(h_0) / a;
  const across0 = acrossAt(Math.sin(lat0));
  const along0 = alongAt(Math.sin(lat0));
  const eastwards = 1 + height / across0;
  const bend = Math.tan(lat0) / (2 * along0 * across0);
  return {
    forward(longitude, latitude) {
      const distance = longitude * acrossAt(Math.sin(latitude)) * Math.cos(latitude);
      const raised = 1 + height / alongAt(Math.sin((latitude + lat0) / 2));
      return [
        a * eastwards * distance,
        a * raised * along0 * (latitude - lat0 + bend * distance ** 2),
      ];
    },
    inverse(x, y) {
      const distance = x / a / (1 + height);
      const northwards = along0 * (1 + height / (1 - es));
      const latitude = lat0 + y / a / northwards - bend * distance ** 2;
      const parallel = acrossAt(Math.sin(latitude)) * Math.cos(latitude);
      return [distance / parallel, latitude];
    },
  };
}
