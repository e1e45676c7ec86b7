import {
  type Coordinates,
  type Formula,
  nowhere,
  type ProjectionSettings,
  zeroOf,
} from './formula.ts';

/**
 * Cassini and Soldner's projection (Snyder 1987, equations 13-7 to 13-11). The inverse solves the
 * forward series exactly, as PROJ does. Snyder's own inverse, which proj4js has, is off by metres a few degrees
 * from the central meridian. The state grids of Malaysia use it, and the older ones of Trinidad and Palestine.
 */
export function cassini({ a, es, lat0 = 0 }: ProjectionSettings): Formula {
  const primeRadius = (latitude: number) => 1 / Math.sqrt(1 - es * Math.sin(latitude) ** 2);
  const meridianRadius = (latitude: number) => (1 - es) * primeRadius(latitude) ** 3;
  const arc = meridianArc(es);
  const start = arc(lat0);
  const seriesAt = (longitude: number, latitude: number): Coordinates => {
    const n = primeRadius(latitude);
    const t = Math.tan(latitude) ** 2;
    const c = (es * Math.cos(latitude) ** 2) / (1 - es);
    const along = longitude * Math.cos(latitude);
    const a2 = along ** 2;
    const x = n * along * (1 - a2 * t * (1 / 6 + ((8 - t + 8 * c) * a2) / 120));
    const y =
      arc(latitude) - start + n * Math.tan(latitude) * a2 * (1 / 2 + ((5 - t + 6 * c) * a2) / 24);
    return [x, y];
  };
  return {
    forward(longitude, latitude) {
      const [x, y] = seriesAt(longitude, latitude);
      return [a * x, a * y];
    },
    inverse(x, y) {
      const [toX, toY] = [x / a, y / a];
      let latitude = zeroOf((at) => arc(at) - start - toY, meridianRadius, toY + lat0);
      let longitude = toX / (primeRadius(latitude) * Math.cos(latitude));
      for (let round = 0; round < 50; round++) {
        const [atX, atY] = seriesAt(longitude, latitude);
        const [across, up] = [toX - atX, toY - atY];
        if (Math.hypot(across, up) < 1e-13) return [longitude, latitude];
        longitude += across / (primeRadius(latitude) * Math.cos(latitude));
        latitude += up / meridianRadius(latitude);
      }
      return nowhere;
    },
  };
}

/**
 * The length of the meridian from the equator to a latitude, in semi-major axes (Helmert's series in the
 * third flattening, to its fourth power).
 */
function meridianArc(es: number): (latitude: number) => number {
  const axes = Math.sqrt(1 - es);
  const n = (1 - axes) / (1 + axes);
  const linear = 1 + n ** 2 / 4 + n ** 4 / 64;
  const terms = [
    (-3 / 2) * (n - n ** 3 / 8),
    (15 / 16) * (n ** 2 - n ** 4 / 4),
    (-35 / 48) * n ** 3,
    (315 / 512) * n ** 4,
  ];
  return (latitude) => {
    const sum = terms
      .map((term, index) => term * Math.sin(2 * (index + 1) * latitude))
      .reduce((total, each) => total + each, 0);
    return (linear * latitude + sum) / (1 + n);
  };
}
