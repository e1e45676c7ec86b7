/** What of the world a map shows. */
export interface MapPosition {
  /** Of the middle of what nothing covers. */
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
  /** Clockwise from north; what direction is up. */
  readonly bearingDegrees: number;
}

const separator = '_';
/** A metre or so. */
const coordinateDecimals = 5;
const zoomDecimals = 2;

/** A position in few characters, each of which an address takes as it is; north up is not written. */
export function writePosition({ longitude, latitude, zoom, bearingDegrees }: MapPosition): string {
  const bearing = Math.round(bearingDegrees);
  return [
    round(longitude, coordinateDecimals),
    round(latitude, coordinateDecimals),
    round(zoom, zoomDecimals),
    ...(bearing === 0 ? [] : [bearing]),
  ].join(separator);
}

/** Null for what is no place on a map. */
export function readPosition(text: string | null): MapPosition | null {
  const texts = text?.split(separator) ?? [];
  if (texts.length < 3 || texts.length > 4) return null;
  if (!texts.every((each) => /^-?\d{1,3}(\.\d{1,10})?$/.test(each))) return null;
  const [longitude, latitude, zoom, bearingDegrees = 0] = texts.map(Number) as [
    number,
    number,
    number,
    number?,
  ];
  // The ends of Web Mercator.
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 85 || zoom < 0 || zoom > 24) return null;
  if (Math.abs(bearingDegrees) > 180) return null;
  return { longitude, latitude, zoom, bearingDegrees };
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
