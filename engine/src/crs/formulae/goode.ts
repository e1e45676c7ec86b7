import { arcSine, type Formula, nowhere, type Pair, zeroOf } from './formula.ts';

/**
 * The latitude, 40° 44′ 11.8″, at which Goode's projection changes from the sinusoidal one to
 * Mollweide's. Both have the same width there (Snyder & Voxland 1989, page 66).
 */
const seam = ((40 + 44 / 60 + 11.8 / 3600) * Math.PI) / 180;
const degree = Math.PI / 180;

const sinusoidal: Formula = {
  forward: (longitude, latitude) => [longitude * Math.cos(latitude), latitude],
  inverse: (x, y) => [x / Math.cos(y), y],
};

/** Snyder 1987, equations 31-1 to 31-8. */
const mollweide: Formula = {
  forward(longitude, latitude) {
    const angle = zeroOf(
      (at) => 2 * at + Math.sin(2 * at) - Math.PI * Math.sin(latitude),
      (at) => 2 + 2 * Math.cos(2 * at),
      Math.abs(latitude) > 1.5 ? latitude * 0.98 : latitude * 0.8,
    );
    return [(Math.sqrt(8) / Math.PI) * longitude * Math.cos(angle), Math.SQRT2 * Math.sin(angle)];
  },
  inverse(x, y) {
    const angle = arcSine(y / Math.SQRT2);
    const latitude = arcSine((2 * angle + Math.sin(2 * angle)) / Math.PI);
    return [(Math.PI * x) / (Math.sqrt(8) * Math.cos(angle)), latitude];
  },
};

/**
 * How far Mollweide's parts are moved towards the equator, so that they meet the sinusoidal part.
 */
const exactShift = mollweide.forward(0, seam)[1] - seam;
/**
 * The rounded shift that PROJ uses for the map in one piece. It is 22 m less, and rasters in this
 * projection are placed with it.
 */
const roundedShift = 0.0528;

/** Goode's projection of the whole world in one piece, on a sphere of radius 1. */
export const goode: Formula = joined(roundedShift);
const gored: Formula = joined(exactShift);

function joined(shift: number): Formula {
  return {
    forward(longitude, latitude) {
      if (Math.abs(latitude) <= seam) return sinusoidal.forward(longitude, latitude);
      const [x, y] = mollweide.forward(longitude, latitude);
      return [x, y - Math.sign(latitude) * shift];
    },
    inverse(x, y) {
      if (Math.abs(y) <= seam) return sinusoidal.inverse(x, y);
      return mollweide.inverse(x, y + Math.sign(y) * shift);
    },
  };
}

/** A gore of the interrupted map: its edges and its own central meridian, in degrees. */
type Gore = readonly [west: number, east: number, centre: number];

const north: readonly Gore[] = [
  [-180, -40, -100],
  [-40, 180, 30],
];
const south: readonly Gore[] = [
  [-180, -100, -160],
  [-100, -20, -60],
  [-20, 80, 20],
  [80, 180, 140],
];

/** Goode's projection interrupted within the oceans, on a sphere of radius 1. */
export const interruptedGoode: Formula = {
  forward(longitude, latitude) {
    const gores = latitude >= 0 ? north : south;
    const gore = gores.find(([, east]) => longitude <= east * degree) ?? gores.at(-1)!;
    const centre = gore[2] * degree;
    const [x, y] = gored.forward(longitude - centre, latitude);
    return [x + centre, y];
  },
  inverse(x, y) {
    const gores = y >= 0 ? north : south;
    const gore = gores.find(([, east]) => x <= east * degree) ?? gores.at(-1)!;
    const centre = gore[2] * degree;
    const [longitude, latitude] = gored.inverse(x - centre, y);
    return isInside([longitude + centre, latitude], gore)
      ? [longitude + centre, latitude]
      : nowhere;
  },
};

const tolerance = 1e-10;

/**
 * Whether a place belongs to the gore. Two gores of the north have extensions, so that Greenland and the
 * east of Siberia are not cut.
 */
function isInside([longitude, latitude]: Pair, [west, east]: Gore): boolean {
  const between = (from: number, to: number) =>
    longitude >= from * degree - tolerance && longitude <= to * degree + tolerance;
  if (between(west, east)) return true;
  if (latitude < seam) return false;
  const [isWestern, fromNorth] = [west === -180 && east === -40, latitude / degree];
  return isWestern
    ? between(-40, -10) && fromNorth >= 60
    : (between(-180, -160) && fromNorth >= 50) || (between(-50, -40) && fromNorth >= 60);
}
