import type { PropertyValue, VectorFeature } from '../types.ts';
import { writeWkt } from './wkt.ts';

/** Quotes a value that a reader would otherwise split into several cells (RFC 4180). */
function cell(value: PropertyValue | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Writes features as comma-separated values in UTF-8. A byte order mark tells spreadsheets the
 * encoding. The geometry is well-known text in the column `WKT`, followed by each attribute that
 * any feature has.
 */
export function writeCsv(features: readonly VectorFeature[]): string {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const rows = features.map(({ geometry, properties }) => {
    const own = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
    return [geometry ? writeWkt(geometry) : '', ...names.map(own)].map(cell).join(',');
  });
  return `\ufeff${[['WKT', ...names].map(cell).join(','), ...rows].join('\r\n')}\r\n`;
}
