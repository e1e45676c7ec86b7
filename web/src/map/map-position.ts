export interface MapPosition {
  /** The longitude at the centre of the uncovered map. */
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
  /** The direction that is up on the map, clockwise from north. */
  readonly bearingDegrees: number;
}

const separator = '_';
/** Five decimals are about a metre. */
const coordinateDecimals = 5;
const zoomDecimals = 2;

/** Writes a position in few characters that need no escaping. A bearing of north is left out. */
export function writePosition({ longitude, latitude, zoom, bearingDegrees }: MapPosition): string {
  const bearing = Math.round(bearingDegrees);
  return [
    round(longitude, coordinateDecimals),
    round(latitude, coordinateDecimals),
    round(zoom, zoomDecimals),
    ...(bearing === 0 ? [] : [bearing]),
  ].join(separator);
}

/** Reads a position, or returns null if the text is none. */
export function readPosition(text: string | null): MapPosition | null {
  const texts = text?.split(separator) ?? [];
  if (texts.length < 3 || texts.length > 4) return null;
  if (!texts.every((each) => /^-?\d{1,3}(\.\d{1,10})?$/.test(each))) return null;
  const [longitude, latitude, zoom, bearingDegrees = 0] = texts.map(Number);
  // The latitudes at which Web Mercator ends.
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 85 || zoom < 0 || zoom > 24) return null;
  if (Math.abs(bearingDegrees) > 180) return null;
  return { longitude, latitude, zoom, bearingDegrees };
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/**
 * The specification and the server count zooms as Leaflet does, where the world at zoom 0 is one
 * tile of 256 pixels. MapLibre's tiles have 512 pixels, so its zoom is one less at the same scale.
 * All conversions are in this file.
 */
const levelsBetween = 1;

/** Converts a zoom of Leaflet into the zoom of MapLibre at the same scale. */
export function fromLeafletZoom(zoom: number): number {
  return zoom - levelsBetween;
}

/** Converts a zoom of MapLibre into the zoom of Leaflet at the same scale. */
export function toLeafletZoom(zoom: number): number {
  return zoom + levelsBetween;
}
