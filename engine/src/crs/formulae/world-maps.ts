import {
  arcSine,
  type Formula,
  nowhere,
  type Pair,
  type ProjectionSettings,
  zeroOf,
} from './formula.ts';

/**
 * Maps of the whole world on a sphere of radius 1 (Snyder & Voxland, An Album of Map Projections, USGS
 * Professional Paper 1453, 1989; Natural Earth: Šavrič, Jenny, Patterson, Petrovič and Hurni 2011).
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
  natearth: () => naturalEarth,
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

/**
 * A map with straight parallels.
 *
 * @param width the length of a radian of longitude on a parallel, by its latitude
 * @param height the distance of a parallel from the equator, by its latitude
 * @param latitudeAt the inverse of `height`
 */
function ofParallels(
  width: (latitude: number) => number,
  height: (latitude: number) => number,
  latitudeAt: (y: number) => number,
): Formula {
  return {
    forward: (longitude, latitude) => [longitude * width(latitude), height(latitude)],
    inverse(x, y) {
      const latitude = latitudeAt(y);
      return [x / width(latitude), latitude];
    },
  };
}

const naturalEarth = (() => {
  const width = (latitude: number) => {
    const s = latitude ** 2;
    return 0.8707 + s * (-0.131979 + s * (-0.013791 + s ** 3 * (0.003971 - s * 0.001529)));
  };
  const height = (latitude: number) => {
    const s = latitude ** 2;
    const inner = -0.044475 + 0.028874 * s - 0.005916 * s ** 2;
    return latitude * (1.007226 + s * (0.015085 + s ** 2 * inner));
  };
  const slope = (latitude: number) => {
    const s = latitude ** 2;
    const inner = -7 * 0.044475 + 9 * 0.028874 * s - 11 * 0.005916 * s ** 2;
    return 1.007226 + s * (3 * 0.015085 + s ** 2 * inner);
  };
  return ofParallels(width, height, (y) => zeroOf((at) => height(at) - y, slope, y));
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

/** The inverse of a map whose parallels are bent, by Newton's method with measured slopes. */
function inverseOf(forward: Formula['forward']): Formula['inverse'] {
  const step = 1e-6;
  return (x, y) => {
    let [longitude, latitude] = [x, y];
    for (let round = 0; round < 60; round++) {
      const [atX, atY] = forward(longitude, latitude);
      const [dx, dy] = [x - atX, y - atY];
      if (Math.hypot(dx, dy) < 1e-13) return [longitude, latitude];
      const [east, west] = [
        forward(longitude + step, latitude),
        forward(longitude - step, latitude),
      ];
      const [north, south] = [
        forward(longitude, latitude + step),
        forward(longitude, latitude - step),
      ];
      const [xl, yl] = [(east[0] - west[0]) / (2 * step), (east[1] - west[1]) / (2 * step)];
      const [xp, yp] = [(north[0] - south[0]) / (2 * step), (north[1] - south[1]) / (2 * step)];
      const size = xl * yp - xp * yl;
      longitude += (dx * yp - dy * xp) / size;
      latitude += (dy * xl - dx * yl) / size;
      latitude = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, latitude));
    }
    return nowhere;
  };
}
