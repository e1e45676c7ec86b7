import proj4, { type Converter } from 'proj4';

/**
 * The world is made on one plane, so that neighboring tiles and zones agree: an Albers equal-area
 * projection of the contiguous United States (the parameters of EPSG:5070, on WGS 84).
 */
const world = proj4(
  '+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=WGS84 +units=m',
);
const zones = new Map<number, Converter>();

function zoneConverter(zone: number): Converter {
  let converter = zones.get(zone);
  if (!converter) {
    converter = proj4(`+proj=utm +zone=${zone} +ellps=WGS84 +units=m`);
    zones.set(zone, converter);
  }
  return converter;
}

type Pair = [number, number];

/** Longitude and latitude in degrees → meters on the world plane. */
export function toWorld(degrees: readonly [number, number]): Pair {
  return world.forward([degrees[0], degrees[1]]);
}

/** Meters on the world plane → longitude and latitude in degrees. */
export function fromWorld(meters: readonly [number, number]): Pair {
  return world.inverse([meters[0], meters[1]]);
}

/** Northern UTM meters → longitude and latitude in degrees. */
export function toGeographic(zone: number, meters: readonly [number, number]): Pair {
  return zoneConverter(zone).inverse([meters[0], meters[1]]);
}

/** Longitude and latitude in degrees → northern UTM meters. */
export function toZone(zone: number, degrees: readonly [number, number]): Pair {
  return zoneConverter(zone).forward([degrees[0], degrees[1]]);
}
