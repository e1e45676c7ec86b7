import { type Formula, nowhere, type Pair, type ProjectionSettings, zeroOf } from './formula.ts';
import { meridianArc } from './meridian-arc.ts';

/**
 * Cassini and Soldner's projection (Snyder 1987, equations 13-7 to 13-11). The inverse solves the
 * forward series exactly, as PROJ does. Snyder's own inverse is off by metres a few degrees from
 * the central meridian. The hyperbolic one is Vanua Levu's (EPSG method 9833, IOGP Guidance Note 7-2).
 */
export function cassini({ a, es, lat0 = 0, hyperbolic }: ProjectionSettings): Formula {
  const primeRadius = (latitude: number) => 1 / Math.sqrt(1 - es * Math.sin(latitude) ** 2);
  const meridianRadius = (latitude: number) => (1 - es) * primeRadius(latitude) ** 3;
  const arc = meridianArc(es);
  const start = arc(lat0);
  const seriesAt = (longitude: number, latitude: number): Pair => {
    const n = primeRadius(latitude);
    const t = Math.tan(latitude) ** 2;
    const c = (es * Math.cos(latitude) ** 2) / (1 - es);
    const along = longitude * Math.cos(latitude);
    const a2 = along ** 2;
    const x = n * along * (1 - a2 * t * (1 / 6 + ((8 - t + 8 * c) * a2) / 120));
    const y =
      arc(latitude) - start + n * Math.tan(latitude) * a2 * (1 / 2 + ((5 - t + 6 * c) * a2) / 24);
    return [x, hyperbolic ? y - y ** 3 / (6 * n * meridianRadius(latitude)) : y];
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
