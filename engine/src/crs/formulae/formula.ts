import proj4 from 'proj4';

/** A place on the plane of a projection in metres, or on the earth: longitude and latitude in radians. */
export type Coordinates = readonly [number, number];

/** The settings of a projection in a PROJ string, with lengths in metres and angles in radians. */
export interface ProjectionSettings {
  readonly a: number;
  readonly e: number;
  readonly es: number;
  readonly lat0?: number;
  readonly long0?: number;
  readonly x0?: number;
  readonly y0?: number;
  readonly k0?: number;
  /** In degrees, as text: proj4js does not convert this setting. */
  readonly azi?: string;
}

/** A projection around its own central meridian, without offsets. */
export interface Formula {
  /** From longitude and latitude; NaN where the projection is not defined. */
  readonly forward: (longitude: number, latitude: number) => Coordinates;
  /** To longitude and latitude; NaN outside of the map. */
  readonly inverse: (x: number, y: number) => Coordinates;
}

export const nowhere: Coordinates = [Number.NaN, Number.NaN];

interface Point {
  x: number;
  y: number;
}

/** What proj4js makes of the settings of one CRS, with the formula for them. */
type Settings = ProjectionSettings & { formula: Formula };

/**
 * Adds a projection to proj4js. Central meridian and offsets are those of the settings.
 *
 * @param name PROJ's
 * @param make the formula in metres, for the settings of one CRS
 */
export function addProjection(name: string, make: (settings: ProjectionSettings) => Formula): void {
  const projection = {
    names: [name],
    init(this: Settings) {
      this.formula = make(this);
    },
    forward(this: Settings, point: Point) {
      const longitude = aroundZero(point.x - (this.long0 ?? 0));
      const [x, y] = this.formula.forward(longitude, point.y);
      point.x = x + (this.x0 ?? 0);
      point.y = y + (this.y0 ?? 0);
      return point;
    },
    inverse(this: Settings, point: Point) {
      const { x0 = 0, y0 = 0, long0 = 0 } = this;
      const [longitude, latitude] = this.formula.inverse(point.x - x0, point.y - y0);
      point.x = aroundZero(longitude + long0);
      point.y = latitude;
      return point;
    },
  };
  // The type demands fields that proj4js fills in itself, and an index that it does not use.
  type Added = Parameters<typeof proj4.Proj.projections.add>[0];
  proj4.Proj.projections.add(projection as unknown as Added, 0);
}

/**
 * The formula of a map of the whole sphere, with its radius in metres. Places beyond the map's edge
 * become NaN.
 */
export function sphereFormula({ forward, inverse }: Formula, radius: number): Formula {
  const onEarth = ([longitude, latitude]: Coordinates): boolean =>
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
