/** Longitude and latitude, in degrees. */
export type LngLat = readonly [longitude: number, latitude: number];

/** West, south, east, north, in degrees. */
export type Rectangle = readonly [west: number, south: number, east: number, north: number];
