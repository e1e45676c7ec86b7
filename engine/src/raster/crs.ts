import proj4 from 'proj4';
import { equalAreaGrids } from '../geo/equal-area.ts';

/** Transforms coordinates from one CRS to another. Longitude comes before latitude. */
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

const equalAreaDefinitions = new Map(equalAreaGrids.map(({ epsg, proj }) => [epsg, proj]));

/** Whether every pixel of a grid in this CRS has the same size on the ellipsoid. */
export function isEqualArea(epsg: number): boolean {
  return equalAreaDefinitions.has(epsg);
}

/** The PROJ definition of a CRS: longitude and latitude, Web Mercator, equal-area grids, and UTM on WGS 84. */
function definition(epsg: number): string {
  if (epsg === 4326) return '+proj=longlat +datum=WGS84 +no_defs';
  if (epsg === 3857) return mercatorDefinition;
  const equalArea = equalAreaDefinitions.get(epsg);
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
