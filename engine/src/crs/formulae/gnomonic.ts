import { type Formula, nowhere, type ProjectionSettings } from './formula.ts';

/**
 * The gnomonic projection of a sphere: great circles are straight (Snyder 1987, equations 22-3 to 22-5, and
 * 20-14 and 20-15). It shows less than half of the globe.
 */
export function gnomonic({ a, lat0 = 0 }: ProjectionSettings): Formula {
  const [sin0, cos0] = [Math.sin(lat0), Math.cos(lat0)];
  return {
    forward(longitude, latitude) {
      const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
      const facing = sin0 * sine + cos0 * cosine * Math.cos(longitude);
      if (facing < 1e-10) return nowhere;
      const east = cosine * Math.sin(longitude);
      const north = cos0 * sine - sin0 * cosine * Math.cos(longitude);
      return [(a * east) / facing, (a * north) / facing];
    },
    inverse(x, y) {
      const [east, north] = [x / a, y / a];
      const length = Math.hypot(east, north, 1);
      const latitude = Math.asin((sin0 + north * cos0) / length);
      return [Math.atan2(east, cos0 - north * sin0), latitude];
    },
  };
}
