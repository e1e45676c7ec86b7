import type { Position } from 'geojson';
import type { FlatGeometry, PropertyValue, VectorFeature } from '../types.ts';
import { columnsOf } from './columns.ts';

/** Quotes a value that a reader would otherwise split into several cells (RFC 4180). */
function cell(value: PropertyValue | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The beginning of a text that spreadsheets compute as a formula.
 * Source: OWASP, CSV Injection (owasp.org/www-community/attacks/CSV_Injection).
 */
const formulaBeginning = /^[=+\-@\t\r\n＝＋－＠]/;
const numeral = /^[+-]?\d+(\.\d*)?(e[+-]?\d+)?$/i;

/**
 * A value that a spreadsheet takes for a text, not for a formula. Numbers stay numbers, also where they
 * are written as texts.
 */
function asPlainText(value: PropertyValue | undefined): PropertyValue | undefined {
  if (typeof value !== 'string' || !formulaBeginning.test(value)) return value;
  return numeral.test(value) ? value : `'${value}`;
}

/**
 * Writes features as comma-separated values in UTF-8. A byte order mark tells spreadsheets the
 * encoding. The geometry is well-known text in the column `WKT`, followed by each attribute that
 * any feature has. A text that a spreadsheet would compute gets an apostrophe in front.
 * @param options.isExact writes all texts as they are
 * @param options.order of the columns, by the attributes' names
 */
export function writeCsv(
  features: readonly VectorFeature[],
  {
    isExact = false,
    order,
  }: { readonly isExact?: boolean; readonly order?: readonly string[] } = {},
): string {
  const written = (value: PropertyValue | undefined) => cell(isExact ? value : asPlainText(value));
  const rowsOfValues = features.map(({ properties }) => properties);
  const names = columnsOf(rowsOfValues, order).map(({ key }) => key);
  const rows = features.map(({ geometry, properties }) => {
    const own = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
    return [geometry ? writeWkt(geometry) : '', ...names.map(own)].map(written).join(',');
  });
  return `\ufeff${[['WKT', ...names].map(written).join(','), ...rows].join('\r\n')}\r\n`;
}

const position = ([x, y]: Position) => `${x} ${y}`;
const line = (positions: readonly Position[]) => `(${positions.map(position).join(', ')})`;
const polygon = (rings: readonly Position[][]) => `(${rings.map(line).join(', ')})`;

/** A geometry as well-known text: OGC Simple Feature Access 06-103r4, 7.2. */
export function writeWkt(geometry: FlatGeometry): string {
  switch (geometry.type) {
    case 'Point':
      return `POINT (${position(geometry.coordinates)})`;
    case 'MultiPoint':
      return `MULTIPOINT (${geometry.coordinates.map((each) => `(${position(each)})`).join(', ')})`;
    case 'LineString':
      return `LINESTRING ${line(geometry.coordinates)}`;
    case 'MultiLineString':
      return `MULTILINESTRING (${geometry.coordinates.map(line).join(', ')})`;
    case 'Polygon':
      return `POLYGON ${polygon(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `MULTIPOLYGON (${geometry.coordinates.map(polygon).join(', ')})`;
  }
}
