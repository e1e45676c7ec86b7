import { CrsError } from '../../crs/errors.ts';
import { convertFromEpsg, type LonLatConverter } from '../../crs/to-lon-lat.ts';
import { VectorError } from '../errors.ts';
import { shorten } from '../report.ts';

/**
 * The CRS that the `crs` member of GeoJSON before RFC 7946 names; undefined for longitude and latitude.
 * Throws VectorError for one that can't be converted.
 */
export function readCrsMember(crs: unknown): LonLatConverter | undefined {
  if (crs === null || crs === undefined) return undefined;
  const { type, properties } = Object(crs) as Record<string, unknown>;
  const { name, code, href } = Object(properties) as Record<string, unknown>;
  const named = typeof crs === 'string' ? crs : type === 'EPSG' ? `EPSG:${code}` : (name ?? href);
  if (typeof named !== 'string') {
    throw new VectorError(
      'unsupported',
      'The file names its coordinate system in a way that is not understood (its "crs" member). Save it in longitude and latitude (WGS 84).',
    );
  }
  if (/CRS:?84$/i.test(named)) return undefined;
  const number = epsgNumber(named);
  if (number === 4326) return undefined;
  try {
    if (Number.isInteger(number)) return convertFromEpsg(number);
  } catch (error) {
    if (error instanceof CrsError) throw new VectorError('unsupported', error.message);
    throw error;
  }
  throw new VectorError(
    'unsupported',
    `The file's coordinate system (${shorten(named)}) isn't among those that can be converted. Save it in longitude and latitude (WGS 84).`,
  );
}

/** EPSG:32737, urn:ogc:def:crs:EPSG::32737 or an address that ends like /EPSG/0/32737; else NaN. */
function epsgNumber(name: string): number {
  // Codes that Esri and others gave to Web Mercator before EPSG did.
  if (/\b(900913|102100|102113)$/.test(name)) return 3857;
  const code = /(?:^|[:/])EPSG:+(?:[\d.]*:)?(\d+)$|\/EPSG\/(?:[\d.]+\/)?(\d+)\/?$/i.exec(name);
  return Number(code?.[1] ?? code?.[2]);
}
