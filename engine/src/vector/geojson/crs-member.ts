import { CrsError } from '../../crs/errors.ts';
import { convertFromEpsg, convertFromWkt, type LonLatConverter } from '../../crs/to-lon-lat.ts';
import { VectorError } from '../errors.ts';
import { shorten } from '../report.ts';

const lonLatCode = 4326;

/**
 * The CRS in the `crs` member of GeoJSON before RFC 7946; undefined for longitude and latitude.
 * Throws VectorError for a CRS that cannot be converted.
 */
export function readCrsMember(crs: unknown): LonLatConverter | undefined {
  const named = nameIn(crs);
  if (named === '') return undefined;
  if (named === undefined) {
    throw new VectorError(
      'unsupported',
      'The file names its coordinate system in a way that is not understood (its "crs" member). Save it in longitude and latitude (WGS 84).',
    );
  }
  const code = epsgCode(named);
  if (code === lonLatCode) return undefined;
  try {
    if (code !== undefined) return convertFromEpsg(code);
    if (/^[A-Z_]+\[.*\]$/s.test(named)) return convertFromWkt(named);
  } catch (error) {
    if (error instanceof CrsError) throw new VectorError('unsupported', error.message);
    throw error;
  }
  throw new VectorError(
    'unsupported',
    `The file's coordinate system (${shorten(named)}) isn't among those that can be converted. Save it in longitude and latitude (WGS 84).`,
  );
}

/** The name of a CRS, in the forms that programs write; empty if there is none. */
function nameIn(crs: unknown): string | undefined {
  if (!crs || (typeof crs === 'object' && Object.keys(crs).length === 0)) return '';
  if (typeof crs === 'string' || typeof crs === 'number') return String(crs).trim();
  const { type, properties } = crs as Record<string, unknown>;
  const members = Object.entries(Object(properties) as Record<string, unknown>);
  const { name, urn, code, href } = Object.fromEntries(
    members.map(([key, value]) => [key.toLowerCase(), value]),
  );
  const named = String(type).toUpperCase() === 'EPSG' ? code : (name ?? urn ?? href);
  return typeof named === 'string' || typeof named === 'number' ? String(named).trim() : undefined;
}

/**
 * The code in EPSG:32737, urn:ogc:def:crs:EPSG::32737 or an address with /EPSG/0/32737. For a
 * compound CRS with heights it is the first code.
 */
function epsgCode(name: string): number | undefined {
  if (/\bCRS:?84h?$|^WGS ?84$|\bEPSG:+4979$/i.test(name)) return lonLatCode;
  // Codes of Esri and others for Web Mercator from before EPSG had one.
  if (/\b(900913|102100|102113)$/.test(name)) return 3857;
  const code = /\bEPSG(?:[:/]+|\.xml#) *(?:[\d.]+[:/]+)?(\d+)\b|^(\d{4,6})$/i.exec(name);
  return code ? Number(code[1] ?? code[2]) : undefined;
}
