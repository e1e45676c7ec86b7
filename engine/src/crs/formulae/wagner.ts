import { arcSine, type Formula, ofParallels, type ProjectionSettings, zeroOf } from './formula.ts';

const root27 = 27 ** (1 / 4);

/**
 * Wagner's seven maps of the world on a sphere of radius 1 (Snyder & Voxland, An Album of Map Projections,
 * USGS Professional Paper 1453, 1989).
 */
export const wagner: Readonly<Record<string, (settings: ProjectionSettings) => Formula>> = {
  wag1: () => ofSines({ across: 2 / root27, down: 3 / root27, sine: Math.sqrt(3) / 2, angle: 1 }),
  wag2: () => ofSines({ across: 0.92483, down: 1.38725, sine: 0.88022, angle: 0.8855 }),
  wag3: ({ lat_ts = 0 }) => {
    const scale = Math.cos(lat_ts) / Math.cos((2 * lat_ts) / 3);
    const same = (value: number) => value;
    return ofParallels((latitude) => scale * Math.cos((2 * latitude) / 3), same, same);
  },
  wag4: () => {
    // The poles are lines half as long as the equator: an angle of 60° of the ellipse.
    const pole = Math.PI / 3;
    const covered = 2 * pole + Math.sin(2 * pole);
    const size = Math.sqrt((2 * Math.PI * Math.sin(pole)) / covered);
    return ofEllipse({ across: (2 * size) / Math.PI, down: size / Math.sin(pole), covered });
  },
  wag5: () => ofEllipse({ across: 0.90977, down: 1.65014, covered: 3.00896 }),
  wag6: () => {
    const scale = 0.94745;
    return ofParallels(
      (latitude) => scale * Math.sqrt(1 - 3 * (latitude / Math.PI) ** 2),
      (latitude) => scale * latitude,
      (y) => y / scale,
    );
  },
  wag7: () => seventh,
};

function ofSines(map: { across: number; down: number; sine: number; angle: number }): Formula {
  const { across, down, sine, angle } = map;
  const bent = (latitude: number) => arcSine(sine * Math.sin(angle * latitude));
  return ofParallels(
    (latitude) => across * Math.cos(bent(latitude)),
    (latitude) => down * bent(latitude),
    (y) => arcSine(Math.sin(y / down) / sine) / angle,
  );
}

function ofEllipse(map: { across: number; down: number; covered: number }): Formula {
  const { across, down, covered } = map;
  return {
    forward(longitude, latitude) {
      const angle = zeroOf(
        (at) => 2 * at + Math.sin(2 * at) - covered * Math.sin(latitude),
        (at) => 2 + 2 * Math.cos(2 * at),
        latitude / 2,
      );
      return [across * longitude * Math.cos(angle), down * Math.sin(angle)];
    },
    inverse(x, y) {
      const angle = arcSine(y / down);
      const latitude = arcSine((2 * angle + Math.sin(2 * angle)) / covered);
      return [x / (across * Math.cos(angle)), latitude];
    },
  };
}

/** A part of Lambert's azimuthal map of equal areas, stretched: PROJ has no inverse of it. */
const seventh = ((): Formula => {
  const [across, down, bound] = [2.66723, 1.24104, Math.sin((65 * Math.PI) / 180)];
  return {
    forward(longitude, latitude) {
      const sine = bound * Math.sin(latitude);
      const cosine = Math.sqrt(1 - sine ** 2);
      const half = Math.sqrt((1 + cosine * Math.cos(longitude / 3)) / 2);
      return [(across * cosine * Math.sin(longitude / 3)) / half, (down * sine) / half];
    },
    inverse(x, y) {
      const [east, north] = [x / across, y / down];
      const rest = 1 - (east ** 2 + north ** 2) / 4;
      const half = Math.sqrt(rest);
      const longitude = 3 * Math.atan2(east * half, 2 * rest - 1);
      return [longitude, arcSine((north * half) / bound)];
    },
  };
})();
