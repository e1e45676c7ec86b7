import { arcSine, type Coordinates, type Formula, nowhere, zeroOf } from './formula.ts';

const degree = Math.PI / 180;

/**
 * Eckert's fourth projection on a sphere of radius 1 (Snyder 1987, chapter 32). Global maps of the richness of
 * species use it, such as those of BiodiversityMapping.org.
 */
export const eckert4: Formula = fourthOfEckert();

function fourthOfEckert(): Formula {
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

/**
 * The latitude, 40° 44′ 11.8″, at which Goode's projection changes from the sinusoidal one to
 * Mollweide's. Both have the same width there (Snyder & Voxland 1989, page 66).
 */
const seam = (40 + 44 / 60 + 11.8 / 3600) * degree;

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

/** How far Mollweide's parts are moved towards the equator, so that they meet the sinusoidal part. */
const shift = mollweide.forward(0, seam)[1] - seam;

/** One part of Goode's map: sinusoidal up to the seam, and Mollweide's beyond it. */
const homolosine: Formula = {
  forward(longitude, latitude) {
    if (Math.abs(latitude) <= seam) return [longitude * Math.cos(latitude), latitude];
    const [x, y] = mollweide.forward(longitude, latitude);
    return [x, y - Math.sign(latitude) * shift];
  },
  inverse(x, y) {
    if (Math.abs(y) <= seam) return [x / Math.cos(y), y];
    return mollweide.inverse(x, y + Math.sign(y) * shift);
  },
};

/** A part of the interrupted map: its edges and its own central meridian, in degrees. */
type Lobe = readonly [west: number, east: number, center: number];

const north: readonly Lobe[] = [
  [-180, -40, -100],
  [-40, 180, 30],
];
const south: readonly Lobe[] = [
  [-180, -100, -160],
  [-100, -20, -60],
  [-20, 80, 20],
  [80, 180, 140],
];

/**
 * Goode's homolosine projection, interrupted within the oceans, on a sphere of radius 1. SoilGrids is published
 * in it.
 */
export const interruptedGoode: Formula = {
  forward(longitude, latitude) {
    const center = lobeAt(longitude, latitude)[2] * degree;
    const [x, y] = homolosine.forward(longitude - center, latitude);
    return [x + center, y];
  },
  inverse(x, y) {
    const lobe = lobeAt(x, y);
    const center = lobe[2] * degree;
    const [longitude, latitude] = homolosine.inverse(x - center, y);
    const place: Coordinates = [longitude + center, latitude];
    return isInside(place, lobe) ? place : nowhere;
  },
};

/** Along the equator, distances on this map are longitudes. */
function lobeAt(longitude: number, latitude: number): Lobe {
  const lobes = latitude >= 0 ? north : south;
  return lobes.find(([, east]) => longitude <= east * degree) ?? lobes[lobes.length - 1];
}

const tolerance = 1e-10;

/**
 * Whether a place belongs to the lobe. Two lobes of the north have extensions, so that Greenland and the
 * east of Siberia are not cut.
 */
function isInside([longitude, latitude]: Coordinates, [west, east]: Lobe): boolean {
  const between = (from: number, to: number) =>
    longitude >= from * degree - tolerance && longitude <= to * degree + tolerance;
  if (between(west, east)) return true;
  if (latitude < seam) return false;
  const [isWestern, fromNorth] = [west === -180 && east === -40, latitude / degree];
  return isWestern
    ? between(-40, -10) && fromNorth >= 60
    : (between(-180, -160) && fromNorth >= 50) || (between(-50, -40) && fromNorth >= 60);
}
