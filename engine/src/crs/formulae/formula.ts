/** A place on the plane of a projection, or on the sphere: longitude and latitude in radians. */
export type Pair = readonly [number, number];

/** The settings of a projection in a PROJ string, with lengths in metres and angles in radians. */
export interface ProjectionSettings {
  readonly a: number;
  readonly e: number;
  readonly es: number;
  readonly lat0?: number;
  readonly lat1?: number;
  readonly lat2?: number;
  readonly lat_ts?: number;
  readonly long1?: number;
  readonly long2?: number;
  readonly long0?: number;
  readonly x0?: number;
  readonly y0?: number;
  readonly k0?: number;
  /** Whether Cassini's projection is the hyperbolic one. */
  readonly hyperbolic?: boolean;
  /** In degrees, as text: proj4js does not convert this setting. */
  readonly azi?: string;
  /** The height of a town in metres, as text. */
  readonly h_0?: string;
  /** The height of an instrument above the ellipsoid. */
  readonly h?: number;
  readonly sweep?: string;
}

/** A projection around its own central meridian, without offsets. */
export interface Formula {
  /** From longitude and latitude; NaN where the projection is not defined. */
  readonly forward: (longitude: number, latitude: number) => Pair;
  /** To longitude and latitude; NaN outside of the map. */
  readonly inverse: (x: number, y: number) => Pair;
}

/** A formula of proj4js: it reads its settings from `this`, and writes into the point. */
export interface Proj4Projection {
  readonly names: string[];
  init(this: ProjectionSettings & { formula?: Formula }): void;
  forward(this: ProjectionSettings & { formula?: Formula }, point: Point): Point;
  inverse(this: ProjectionSettings & { formula?: Formula }, point: Point): Point;
}

interface Point {
  x: number;
  y: number;
}

export const nowhere: Pair = [Number.NaN, Number.NaN];

/**
 * A projection in the form that proj4js takes: central meridian and offsets are those of the settings.
 *
 * @param make the formula in metres, for the settings of one CRS
 */
export function projection(
  name: string,
  make: (settings: ProjectionSettings) => Formula,
): Proj4Projection {
  return {
    names: [name],
    init() {
      this.formula = make(this);
    },
    forward(point) {
      const longitude = aroundZero(point.x - (this.long0 ?? 0));
      const [x, y] = this.formula!.forward(longitude, point.y);
      point.x = x + (this.x0 ?? 0);
      point.y = y + (this.y0 ?? 0);
      return point;
    },
    inverse(point) {
      const { x0 = 0, y0 = 0, long0 = 0 } = this;
      const [longitude, latitude] = this.formula!.inverse(point.x - x0, point.y - y0);
      point.x = aroundZero(longitude + long0);
      point.y = latitude;
      return point;
    },
  };
}

/**
 * The formula of a map of the whole sphere, with its radius in metres. Places beyond the map's edge
 * become NaN.
 */
export function sphereFormula({ forward, inverse }: Formula, radius: number): Formula {
  const onEarth = ([longitude, latitude]: Pair): boolean =>
    Math.abs(longitude) <= Math.PI + edge && Math.abs(latitude) <= Math.PI / 2 + edge;
  return {
    forward(longitude, latitude) {
      const [x, y] = forward(longitude, latitude);
      return [x * radius, y * radius];
    },
    inverse(x, y) {
      const place = inverse(x / radius, y / radius);
      return onEarth(place) ? place : nowhere;
    },
  };
}

/**
 * By how much rounding may put a place beyond the edge of a map, in radians: less than a
 * millimetre.
 */
const edge = 1e-10;

/** An arc sine that accepts values which rounding has put beyond ±1. It is NaN for larger ones. */
export function arcSine(sine: number): number {
  return Math.abs(sine) > 1 && Math.abs(sine) < 1 + edge
    ? Math.sign(sine) * (Math.PI / 2)
    : Math.asin(sine);
}

function aroundZero(longitude: number): number {
  return Math.abs(longitude) <= Math.PI
    ? longitude
    : longitude - 2 * Math.PI * Math.round(longitude / (2 * Math.PI));
}

/** A zero of a function by Newton's method. `start` must lie near it. */
export function zeroOf(
  value: (at: number) => number,
  slope: (at: number) => number,
  start: number,
): number {
  let at = start;
  for (let round = 0; round < 50; round++) {
    const step = value(at) / slope(at);
    // At a pole both are zero.
    if (!Number.isFinite(step)) return at;
    at -= step;
    if (Math.abs(step) < 1e-14) return at;
  }
  return at;
}

/** The zero of a function that rises between two places, or NaN where it has none there. */
export function rootOf(value: (at: number) => number, low: number, high: number): number {
  if (value(low) > edge || value(high) < -edge) return Number.NaN;
  let [below, above] = [low, high];
  for (let round = 0; round < 60; round++) {
    const middle = (below + above) / 2;
    if (value(middle) > 0) above = middle;
    else below = middle;
  }
  return (below + above) / 2;
}

/**
 * A map with straight parallels.
 *
 * @param width the length of a radian of longitude on a parallel, by its latitude
 * @param height the distance of a parallel from the equator, by its latitude
 * @param latitudeAt the inverse of `height`
 */
export function ofParallels(
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

/**
 * The inverse of a map of radius 1 whose parallels are bent, by Newton's method with measured slopes.
 *
 * @param middle the latitude where y is 0
 */
export function inverseOf(forward: Formula['forward'], middle = 0): Formula['inverse'] {
  const step = 1e-6;
  return (x, y) => {
    let [longitude, latitude] = [x, y + middle];
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
