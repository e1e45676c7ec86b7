import { arcSine, type Formula, zeroOf } from './formula.ts';

/**
 * Eckert's six projections on a sphere of radius 1 (Snyder & Voxland, An Album of Map Projections, USGS
 * Professional Paper 1453, 1989, pages 223 to 225; IV and VI also Snyder 1987, chapter 32).
 */
export const eckert: Readonly<Record<string, Formula>> = {
  eck1: first(),
  eck2: second(),
  eck3: stretched(
    2 / Math.sqrt(Math.PI * (4 + Math.PI)),
    (latitude) => 1 + Math.sqrt(Math.max(0, 1 - ((2 * latitude) / Math.PI) ** 2)),
  ),
  eck4: fourth(),
  eck5: stretched(1 / Math.sqrt(2 + Math.PI), (latitude) => 1 + Math.cos(latitude)),
  eck6: sixth(),
};

function first(): Formula {
  const scale = 2 * Math.sqrt(2 / (3 * Math.PI));
  const width = (latitude: number) => scale * (1 - Math.abs(latitude) / Math.PI);
  return {
    forward: (longitude, latitude) => [longitude * width(latitude), scale * latitude],
    inverse: (x, y) => [x / width(y / scale), y / scale],
  };
}

function second(): Formula {
  const [across, down] = [2 / Math.sqrt(6 * Math.PI), Math.sqrt((2 * Math.PI) / 3)];
  return {
    forward(longitude, latitude) {
      const root = Math.sqrt(4 - 3 * Math.sin(Math.abs(latitude)));
      return [across * longitude * root, Math.sign(latitude) * down * (2 - root)];
    },
    inverse(x, y) {
      const root = 2 - Math.abs(y) / down;
      return [x / (across * root), Math.sign(y) * arcSine((4 - root ** 2) / 3)];
    },
  };
}

/**
 * A map with straight parallels at equal distances. A radian of latitude measures `2 · scale`, and
 * a radian of longitude `scale` times the `width` of its parallel.
 */
function stretched(scale: number, width: (latitude: number) => number): Formula {
  return {
    forward: (longitude, latitude) => [scale * longitude * width(latitude), 2 * scale * latitude],
    inverse(x, y) {
      const latitude = y / (2 * scale);
      return [x / (scale * width(latitude)), latitude];
    },
  };
}

function fourth(): Formula {
  const [across, down] = [
    2 / Math.sqrt(Math.PI * (4 + Math.PI)),
    2 * Math.sqrt(Math.PI / (4 + Math.PI)),
  ];
  const area = 2 + Math.PI / 2;
  const covered = (angle: number) => angle + Math.sin(angle) * (Math.cos(angle) + 2);
  return {
    forward(longitude, latitude) {
      const angle = zeroOf(
        (at) => covered(at) - area * Math.sin(latitude),
        (at) => 2 * Math.cos(at) * (1 + Math.cos(at)),
        latitude / 2,
      );
      return [across * longitude * (1 + Math.cos(angle)), down * Math.sin(angle)];
    },
    inverse(x, y) {
      const angle = arcSine(y / down);
      return [x / (across * (1 + Math.cos(angle))), arcSine(covered(angle) / area)];
    },
  };
}

function sixth(): Formula {
  const scale = 1 / Math.sqrt(2 + Math.PI);
  const area = 1 + Math.PI / 2;
  return {
    forward(longitude, latitude) {
      const angle = zeroOf(
        (at) => at + Math.sin(at) - area * Math.sin(latitude),
        (at) => 1 + Math.cos(at),
        latitude,
      );
      return [scale * longitude * (1 + Math.cos(angle)), 2 * scale * angle];
    },
    inverse(x, y) {
      const angle = y / (2 * scale);
      const latitude = arcSine((angle + Math.sin(angle)) / area);
      return [x / (scale * (1 + Math.cos(angle))), latitude];
    },
  };
}
