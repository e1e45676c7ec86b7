import { type Formula, nowhere, type ProjectionSettings } from './formula.ts';

/**
 * The orthographic projection of an ellipsoid, or of a sphere (EPSG method 9840, IOGP Guidance Note
 * 7-2). Places are projected in parallel to the vertical of the origin, onto the plane that touches
 * there. Both directions are exact: the inverse is where the ray of sight first meets the
 * ellipsoid.
 */
export function orthographic({ a, es, lat0 = 0 }: ProjectionSettings): Formula {
  const [sin0, cos0] = [Math.sin(lat0), Math.cos(lat0)];
  const radiusAt = (sine: number) => 1 / Math.sqrt(1 - es * sine ** 2);
  const n0 = radiusAt(sin0);
  // The origin in radii: away from the earth's axis, and above its equator.
  const [away, above] = [n0 * cos0, n0 * (1 - es) * sin0];
  return {
    forward(longitude, latitude) {
      const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
      const facing = sin0 * sine + cos0 * cosine * Math.cos(longitude);
      if (facing < -1e-10) return nowhere;
      const n = radiusAt(sine);
      const outward = n * cosine * Math.cos(longitude) - away;
      const upward = n * (1 - es) * sine - above;
      return [a * n * cosine * Math.sin(longitude), a * (upward * cos0 - outward * sin0)];
    },
    inverse(x, y) {
      const [east, north] = [x / a, y / a];
      // Points of the ray: (p + h·cos0, east, q + h·sin0), with the height h above the plane.
      const [p, q] = [away - north * sin0, above + north * cos0];
      const polar = 1 / (1 - es);
      const second = cos0 ** 2 + polar * sin0 ** 2;
      const half = p * cos0 + polar * q * sin0;
      const rest = p ** 2 + east ** 2 + polar * q ** 2 - 1;
      const root = Math.sqrt(half ** 2 - second * rest);
      const height = (root - half) / second;
      const [outward, upward] = [p + height * cos0, q + height * sin0];
      const latitude = Math.atan2(upward * polar, Math.hypot(outward, east));
      return [Math.atan2(east, outward), latitude];
    },
  };
}
