import proj4 from 'proj4';

/** Maps coordinates of one CRS to another. Longitude comes before latitude. */
export type CoordinateTransform = (x: number, y: number) => [x: number, y: number];

/** A CRS that the engine has no definition for. */
export class UnknownCrsError extends Error {
  readonly epsg: number;

  constructor(epsg: number) {
    super(`EPSG:${epsg} is not a coordinate system that can be read here yet.`);
    this.name = 'UnknownCrsError';
    this.epsg = epsg;
  }
}

const mercatorDefinition =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';

/**
 * Equal-area grids for areas that reach beyond a UTM zone: the contiguous United States, Alaska with
 * its islands beyond 180°, the globe, and the globe cut elsewhere than at 180°.
 */
const conusAlbersEpsg = 5070;
const alaskaAlbersEpsg = 3338;
const globalEqualAreaEpsg = 6933;
const pacificEqualEarthEpsg = 8859;
const equalAreaDefinitions: Record<number, string> = {
  // NAD83 and WGS 84 differ by less than two metres.
  [conusAlbersEpsg]:
    '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  [alaskaAlbersEpsg]:
    '+proj=aea +lat_0=50 +lon_0=-154 +lat_1=55 +lat_2=65 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  [globalEqualAreaEpsg]:
    '+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  [pacificEqualEarthEpsg]: '+proj=eqearth +lon_0=150 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
};
/** EPSG's area of use of EPSG:5070 and what little the states' corners reach beyond: west, south, east, north. */
const conusBounds = [-125, 24, -66.5, 49.5] as const;
/** Of EPSG:3338, with longitudes counted eastwards from 0 to 360. */
const alaskaBounds = [172, 51, 230.5, 71.5] as const;

/** Whether every pixel of a grid in this CRS has the same size on the ellipsoid. */
export function isEqualArea(epsg: number): boolean {
  return epsg in equalAreaDefinitions;
}

/** The PROJ definition of a CRS: longitude and latitude, Web Mercator, equal-area grids, and UTM on WGS 84. */
function definition(epsg: number): string {
  if (epsg === 4326) return '+proj=longlat +datum=WGS84 +no_defs';
  if (epsg === 3857) return mercatorDefinition;
  const equalArea = equalAreaDefinitions[epsg];
  if (equalArea) return equalArea;
  const zone = epsg % 100;
  const family = epsg - zone;
  if ((family === 32600 || family === 32700) && zone >= 1 && zone <= 60) {
    const south = family === 32700 ? ' +south' : '';
    return `+proj=utm +zone=${zone}${south} +datum=WGS84 +units=m +no_defs`;
  }
  throw new UnknownCrsError(epsg);
}

/** The transform between two CRS. Throws UnknownCrsError for a CRS without a definition here. */
export function coordinateTransform(fromEpsg: number, toEpsg: number): CoordinateTransform {
  const converter = proj4(definition(fromEpsg), definition(toEpsg));
  if (fromEpsg === toEpsg) return (x, y) => [x, y];
  return (x, y) => {
    const [toX, toY] = converter.forward([x, y]);
    return [toX!, toY!];
  };
}

/** The EPSG code of the UTM zone (WGS 84) that a position lies in, without the Norwegian exceptions. */
export function utmEpsg(longitude: number, latitude: number): number {
  if (!(longitude >= -180 && longitude <= 180 && latitude >= -80 && latitude <= 84)) {
    throw new RangeError(`UTM doesn't reach longitude ${longitude}, latitude ${latitude}.`);
  }
  const zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
  return (latitude < 0 ? 32700 : 32600) + zone;
}

/** Further from its central meridian than this, a UTM pixel is half a percent off and turned from north. */
const utmReachDegrees = 5;

/**
 * The EPSG code of the grid on which an area is worked on, by its bounds in longitude and latitude,
 * whose east is beyond 180 where it lies on both sides of the antimeridian: the UTM zone of its middle;
 * where it reaches beyond that, equal-area Albers inside of the contiguous United States and of Alaska,
 * and elsewhere the global equal-area grid (EASE-Grid 2.0), or Equal Earth around the Pacific across
 * the antimeridian, where the former is cut.
 */
export function workEpsg([west, south, east, north]: readonly [
  number,
  number,
  number,
  number,
]): number {
  const middle = (west + east) / 2;
  const epsg = utmEpsg(middle > 180 ? middle - 360 : middle, (south + north) / 2);
  const meridian = (epsg % 100) * 6 - 183;
  const reach = Math.max(degreesApart(west, meridian), degreesApart(east, meridian));
  if (reach <= utmReachDegrees) return epsg;
  if (isWithin([west, south, east, north], conusBounds)) return conusAlbersEpsg;
  const [eastwards, untilEast] = [west, east].map((degrees) => (degrees + 360) % 360);
  if (isWithin([eastwards!, south, untilEast!, north], alaskaBounds)) return alaskaAlbersEpsg;
  return east > 180 ? pacificEqualEarthEpsg : globalEqualAreaEpsg;
}

type Bounds = readonly [west: number, south: number, east: number, north: number];

function isWithin([west, south, east, north]: Bounds, outer: Bounds): boolean {
  return west >= outer[0] && south >= outer[1] && east <= outer[2] && north <= outer[3];
}

/** Between two meridians, the shorter way round. */
function degreesApart(one: number, other: number): number {
  const degrees = Math.abs(one - other) % 360;
  return Math.min(degrees, 360 - degrees);
}
