import { type Formula, nowhere, type ProjectionSettings } from './formula.ts';

/**
 * The two-point equidistant projection of a sphere: distances from both points are true (Snyder & Voxland,
 * An Album of Map Projections, 1989, page 232). The points lie on the x axis at equal distances from the
 * origin, the first one on its left. Longitudes count from Greenwich.
 */
export function twoPointEquidistant(settings: ProjectionSettings): Formula {
  const { a, lat1 = 0, long1 = 0, lat2 = 0, long2 = 0 } = settings;
  const [sin1, cos1] = [Math.sin(lat1), Math.cos(lat1)];
  const first = polarFrom(lat1, long1);
  const second = polarFrom(lat2, long2);
  const base = first(long2, lat2);
  return {
    forward(longitude, latitude) {
      const one = first(longitude, latitude);
      const two = second(longitude, latitude);
      const x = (one.distance ** 2 - two.distance ** 2) / (2 * base.distance);
      const y = Math.sqrt(Math.max(0, one.distance ** 2 - (x + base.distance / 2) ** 2));
      const isLeft = Math.sin(one.azimuth - base.azimuth) <= 0;
      return [a * x, isLeft ? a * y : -a * y];
    },
    inverse(x, y) {
      const half = base.distance / 2;
      const one = Math.hypot(x / a + half, y / a);
      const two = Math.hypot(x / a - half, y / a);
      if (one === 0) return [long1, lat1];
      const cosine =
        (Math.cos(two) - Math.cos(base.distance) * Math.cos(one)) /
        (Math.sin(base.distance) * Math.sin(one));
      // Beyond the edge of the map no place has both distances.
      if (!(Math.abs(cosine) < 1 + 1e-10) || one > Math.PI || two > Math.PI) return nowhere;
      const turn = Math.acos(Math.max(-1, Math.min(1, cosine)));
      const azimuth = y > 0 ? base.azimuth - turn : base.azimuth + turn;
      const sine = sin1 * Math.cos(one) + cos1 * Math.sin(one) * Math.cos(azimuth);
      const east = Math.sin(azimuth) * Math.sin(one) * cos1;
      return [long1 + Math.atan2(east, Math.cos(one) - sin1 * sine), Math.asin(sine)];
    },
  };
}

/** The distance and the azimuth from a point, in radians. */
function polarFrom(latitude0: number, longitude0: number) {
  const [sin0, cos0] = [Math.sin(latitude0), Math.cos(latitude0)];
  return (longitude: number, latitude: number) => {
    const [sine, cosine] = [Math.sin(latitude), Math.cos(latitude)];
    const turn = longitude - longitude0;
    const east = cosine * Math.sin(turn);
    const north = cos0 * sine - sin0 * cosine * Math.cos(turn);
    const facing = sin0 * sine + cos0 * cosine * Math.cos(turn);
    return {
      distance: Math.atan2(Math.hypot(east, north), facing),
      azimuth: Math.atan2(east, north),
    };
  };
}
