import {
  arcSine,
  type Formula,
  inverseOf,
  nowhere,
  ofParallels,
  type Pair,
  type ProjectionSettings,
  rootOf,
  zeroOf,
} from './formula.ts';

/**
 * Maps of the whole world on a sphere of radius 1 (Snyder & Voxland, An Album of Map Projections, USGS
 * Professional Paper 1453, 1989).
 */
export const worldMaps: Readonly<Record<string, (settings: ProjectionSettings) => Formula>> = {
  gall: () => ({
    forward: (longitude, latitude) => [
      longitude * Math.SQRT1_2,
      (1 + Math.SQRT1_2) * Math.tan(latitude / 2),
    ],
    inverse: (x, y) => [x * Math.SQRT2, 2 * Math.atan(y / (1 + Math.SQRT1_2))],
  }),
  crast: () =>
    ofParallels(
      (latitude) => Math.sqrt(3 / Math.PI) * (2 * Math.cos((2 * latitude) / 3) - 1),
      (latitude) => Math.sqrt(3 * Math.PI) * Math.sin(latitude / 3),
      (y) => 3 * arcSine(y / Math.sqrt(3 * Math.PI)),
    ),
  qua_aut: () =>
    ofParallels(
      (latitude) => Math.cos(latitude) / Math.cos(latitude / 2),
      (latitude) => 2 * Math.sin(latitude / 2),
      (y) => 2 * arcSine(y / 2),
    ),
  wink1: ({ lat_ts = 0 }) =>
    ofParallels(
      (latitude) => (Math.cos(lat_ts) + Math.cos(latitude)) / 2,
      (latitude) => latitude,
      (y) => y,
    ),
  loxim: ({ lat1 = 0 }) => {
    const isometric = (latitude: number) => Math.atanh(Math.sin(latitude));
    return ofParallels(
      (latitude) =>
        Math.abs(latitude - lat1) < 1e-8
          ? Math.cos(lat1)
          : (latitude - lat1) / (isometric(latitude) - isometric(lat1)),
      (latitude) => latitude - lat1,
      (y) => y + lat1,
    );
  },
  wink2: ({ lat1 = 0 }) => winkel2(lat1),
  times: () =>
    ofParallels(
      (latitude) => 0.74482 - 0.34588 * Math.sin((Math.PI / 4) * Math.tan(latitude / 2)) ** 2,
      (latitude) => 1.70711 * Math.tan(latitude / 2),
      (y) => 2 * Math.atan(y / 1.70711),
    ),
  mbtfpq: () => flatPolarQuartic,
  aitoff: () => ({ forward: aitoff, inverse: inverseOfAitoff }),
  // Proj4js leaves out a parallel of 0.
  wintri: ({ lat1 = 0 }) => {
    const width = Math.cos(lat1);
    const forward = (longitude: number, latitude: number): Pair => {
      const [x, y] = aitoff(longitude, latitude);
      return [(x + longitude * width) / 2, (y + latitude) / 2];
    };
    return { forward, inverse: inverseOf(forward) };
  },
};

/** The mean of Mollweide's ellipse, twice as wide as high, and of an equirectangular map. */
function winkel2(parallel: number): Formula {
  const covered = (angle: number) => (2 * angle + Math.sin(2 * angle)) / Math.PI;
  const angleAt = (latitude: number) =>
    rootOf((angle) => covered(angle) - Math.sin(latitude), -Math.PI / 2, Math.PI / 2);
  const height = (angle: number, latitude: number) =>
    (Math.PI / 4) * Math.sin(angle) + latitude / 2;
  return ofParallels(
    (latitude) => (Math.cos(parallel) + Math.cos(angleAt(latitude))) / 2,
    (latitude) => height(angleAt(latitude), latitude),
    (y) => {
      const ofLatitude = (angle: number) => height(angle, arcSine(covered(angle))) - y;
      return arcSine(covered(rootOf(ofLatitude, -Math.PI / 2, Math.PI / 2)));
    },
  );
}

/** McBryde and Thomas's fourth map. */
const flatPolarQuartic = ((): Formula => {
  const area = 1 + Math.SQRT1_2;
  const [across, down] = [1 / Math.sqrt(6 + 3 * Math.SQRT2), 2 * Math.sqrt(3 / (2 + Math.SQRT2))];
  const covered = (angle: number) => Math.sin(angle / 2) + Math.sin(angle);
  const widthAt = (angle: number) => across * (1 + (2 * Math.cos(angle)) / Math.cos(angle / 2));
  return {
    forward(longitude, latitude) {
      const angle = zeroOf(
        (at) => covered(at) - area * Math.sin(latitude),
        (at) => Math.cos(at / 2) / 2 + Math.cos(at),
        latitude,
      );
      return [longitude * widthAt(angle), down * Math.sin(angle / 2)];
    },
    inverse(x, y) {
      const angle = 2 * arcSine(y / down);
      return [x / widthAt(angle), arcSine(covered(angle) / area)];
    },
  };
})();

function aitoff(longitude: number, latitude: number): Pair {
  const distance = Math.acos(Math.cos(latitude) * Math.cos(longitude / 2));
  const stretch = distance === 0 ? 1 : distance / Math.sin(distance);
  return [2 * stretch * Math.cos(latitude) * Math.sin(longitude / 2), stretch * Math.sin(latitude)];
}

/**
 * Aitoff's map shows half of the globe at true distances from its centre, with longitudes doubled.
 */
function inverseOfAitoff(x: number, y: number): Pair {
  const distance = Math.hypot(x / 2, y);
  if (distance > Math.PI / 2 + 1e-10) return nowhere;
  const shrink = distance === 0 ? 1 : Math.sin(distance) / distance;
  return [2 * Math.atan2((x / 2) * shrink, Math.cos(distance)), Math.asin(y * shrink)];
}
