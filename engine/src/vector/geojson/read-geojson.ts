import type { Position } from 'geojson';
import { convertFromEpsg, convertFromWkt, type LonLatConverter } from '../../crs/to-lon-lat.ts';
import { decodeText } from '../decode-text.ts';
import { emptyParts, type Parts } from '../geometry/parts.ts';
import {
  asVectorError,
  GeometryFault,
  type ImportContext,
  LayerBuilder,
  noteConversion,
} from '../layer-builder.ts';
import { shorten, VectorError } from '../report.ts';
import type { FileLayer, Properties } from '../types.ts';
import { parseJson } from './parse-json.ts';

const geometryTypes = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
];
const knownTypes = ['FeatureCollection', 'Feature', ...geometryTypes];

/** Reads GeoJSON (RFC 7946, and the older form with a `crs`). Throws VectorError. */
export function readGeoJson(bytes: Uint8Array, name: string, context: ImportContext): FileLayer[] {
  const { report, budget } = context;
  const { text, isGuessed } = decodeText(bytes);
  if (isGuessed) report.note({ code: 'read-as-windows-1252' });
  checkLines(text);
  const root = parseJson(text, budget.limits);
  const { type, crs, features, geometry, properties } = membersOf(root);
  checkType(root, type);
  const converter = readCrsMember(crs);
  const builder = new LayerBuilder(name, context, converter);
  if (type === 'FeatureCollection') {
    if (!Array.isArray(features)) throw new VectorError({ code: 'geojson-without-features' });
    for (const feature of features) addFeature(feature, builder, context);
  } else if (type === 'Feature') {
    builder.add(flatten(properties), () => readGeometry(geometry));
  } else {
    builder.add({}, () => readGeometry(root));
  }
  noteConversion(report, name, converter);
  return [builder.layer];
}

/**
 * Refuses one feature on each line without a list around them, which is another format. Throws
 * VectorError.
 */
function checkLines(text: string): void {
  if (!/^\s*\{.{0,10000}\}\s*\n\s*\{"/.test(text)) return;
  throw new VectorError({ code: 'geojson-in-lines' });
}

function addFeature(feature: unknown, builder: LayerBuilder, { report }: ImportContext): void {
  const { type, geometry, properties } = membersOf(feature);
  if (type !== 'Feature') {
    const shown = typeof type === 'string' ? `"${shorten(type)}"` : 'nothing of a known type';
    report.skip({ code: 'not-a-feature' }, shown);
    return;
  }
  builder.add(flatten(properties), () => readGeometry(geometry));
}

/**
 * Turns nested values into JSON text, as GDAL does. It works in place, because a copy would double
 * the memory.
 */
function flatten(properties: unknown): Properties {
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return {};
  const flat = membersOf(properties);
  for (const key of Object.keys(flat)) {
    const value = flat[key];
    if (typeof value === 'object' && value !== null) flat[key] = JSON.stringify(value);
  }
  return flat as Properties;
}

/** Throws VectorError for JSON that is not GeoJSON, and says what it seems to be. */
function checkType(root: unknown, type: unknown): void {
  if (typeof type === 'string' && knownTypes.includes(type)) return;
  const members = membersOf(root);
  if (Array.isArray(root)) throw new VectorError({ code: 'json-bare-list' });
  if (type === 'Topology') throw new VectorError({ code: 'topojson' });
  if ('geometryType' in members || 'spatialReference' in members || 'rings' in members) {
    throw new VectorError({ code: 'esri-json' });
  }
  const meant = knownTypes.find((known) => known.toLowerCase() === String(type).toLowerCase());
  if (meant) {
    const params = { type: shorten(String(type)), meant };
    throw new VectorError({ code: 'geojson-type-case', params });
  }
  throw new VectorError({ code: 'json-without-geojson' });
}

const lonLatCode = 4326;

/**
 * The CRS in the `crs` member of GeoJSON before RFC 7946; undefined for longitude and latitude.
 * Throws VectorError for a CRS that cannot be converted.
 */
function readCrsMember(crs: unknown): LonLatConverter | undefined {
  const named = nameIn(crs);
  if (named === '') return undefined;
  if (named === undefined) throw new VectorError({ code: 'geojson-crs-not-understood' });
  const code = epsgCode(named);
  if (code === lonLatCode) return undefined;
  try {
    if (code !== undefined) return convertFromEpsg(code);
    if (/^[A-Z_]+\[.*\]$/s.test(named)) return convertFromWkt(named);
  } catch (error) {
    throw asVectorError(error);
  }
  throw new VectorError({ code: 'geojson-crs-unknown', params: { name: shorten(named) } });
}

/** The name of a CRS, in the forms that programs write; empty if there is none. */
function nameIn(crs: unknown): string | undefined {
  if (!crs || (typeof crs === 'object' && Object.keys(crs).length === 0)) return '';
  if (typeof crs === 'string' || typeof crs === 'number') return String(crs).trim();
  const { type, properties } = membersOf(crs);
  const members = Object.entries(membersOf(properties));
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

/**
 * The parts of a GeoJSON geometry, with collections divided; no parts for null. Throws
 * GeometryFault for a value that is not a geometry.
 */
function readGeometry(geometry: unknown): Parts {
  const parts = emptyParts();
  addGeometry(geometry, parts);
  return parts;
}

/** The members of a JSON object. Any other value has none that is looked for. */
const membersOf = (value: unknown): Record<string, unknown> => Object(value);

function addGeometry(geometry: unknown, parts: Parts): void {
  if (geometry === null || geometry === undefined) return;
  const { type, coordinates, geometries } = membersOf(geometry);
  switch (type) {
    case 'Point':
      // Some programs write an empty point as an empty array.
      if (!isEmptyList(coordinates)) parts.points.push(readPosition(coordinates));
      break;
    case 'MultiPoint':
      for (const position of readList(coordinates, readPosition)) parts.points.push(position);
      break;
    case 'LineString':
      if (!isEmptyList(coordinates)) parts.lines.push(readList(coordinates, readPosition));
      break;
    case 'MultiLineString':
      for (const line of readList(coordinates, readLine)) parts.lines.push(line);
      break;
    case 'Polygon':
      if (!isEmptyList(coordinates)) parts.polygons.push(readList(coordinates, readLine));
      break;
    case 'MultiPolygon':
      for (const rings of readList(coordinates, readRings)) parts.polygons.push(rings);
      break;
    case 'GeometryCollection':
      for (const member of readList(geometries, (each) => each)) addGeometry(member, parts);
      break;
    default:
      throw new GeometryFault({
        code: 'geometry-type-unknown',
        params: { type: typeof type === 'string' ? shorten(type) : null },
      });
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function readList<Item>(value: unknown, read: (item: unknown) => Item): Item[] {
  if (!Array.isArray(value)) throw new GeometryFault({ code: 'coordinates-not-nested' });
  return value.map(read);
}

const readLine = (value: unknown): Position[] => readList(value, readPosition);
const readRings = (value: unknown): Position[][] => readList(value, readLine);

function readPosition(value: unknown): Position {
  if (!Array.isArray(value) || Array.isArray(value[0])) {
    throw new GeometryFault({ code: 'coordinates-not-nested' });
  }
  const [x, y, ...heights] = value;
  const areNumbers = [x, y].every((each) => typeof each === 'number');
  if (!areNumbers || heights.some((each) => typeof each !== 'number' && each !== null)) {
    const isText = [x, y].some((each) => typeof each === 'string');
    throw new GeometryFault({ code: isText ? 'coordinate-is-text' : 'coordinate-not-a-number' });
  }
  return [x, y];
}
