import type { Properties, PropertyValue } from '../types.ts';
import { type Column, columnsOf } from './columns.ts';

const headerBytes = 32;
const descriptorBytes = 32;
const maxFieldNameBytes = 10;
const maxTextBytes = 254;
const maxDecimals = 15;
const maxNumberCharacters = 32;
/** The length of a record, and the header of a table's fields, are stored in 16 bits. */
const maxRecordBytes = 65_000;
const maxFields = 255;

interface Field {
  readonly key: string;
  readonly name: string;
  readonly type: 'C' | 'N' | 'L' | 'D';
  readonly length: number;
  readonly decimals: number;
}

/**
 * Writes properties as a dBase III table in UTF-8, one record for each feature. The format limits
 * them: names are shortened to ten distinct letters, texts are cut after 254 bytes, and fields
 * beyond 65,000 bytes of a record are left out.
 * @param order of the fields, by the properties' names
 */
export function writeDbf(
  rows: readonly Properties[],
  order?: readonly string[],
): Uint8Array<ArrayBuffer> {
  const fields = describeFields(rows, order);
  const recordBytes = 1 + fields.reduce((sum, { length }) => sum + length, 0);
  const start = headerBytes + fields.length * descriptorBytes + 1;
  const bytes = new Uint8Array(start + rows.length * recordBytes + 1);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 3);
  // The format demands the day of the last change. A fixed day keeps files reproducible.
  bytes.set([100, 1, 1], 1);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, recordBytes, true);
  const encoder = new TextEncoder();
  fields.forEach(({ name, type, length, decimals }, index) => {
    const at = headerBytes + index * descriptorBytes;
    encoder.encodeInto(name, bytes.subarray(at, at + maxFieldNameBytes));
    bytes[at + 11] = type.charCodeAt(0);
    bytes[at + 16] = length;
    bytes[at + 17] = decimals;
  });
  bytes[start - 1] = 0x0d;
  bytes.fill(0x20, start, bytes.length - 1);
  rows.forEach((row, index) => {
    let at = start + index * recordBytes + 1;
    for (const field of fields) {
      const text = formatValue(row[field.key] ?? null, field);
      const offset = field.type === 'N' ? field.length - text.length : 0;
      encoder.encodeInto(text, bytes.subarray(at + offset, at + field.length));
      at += field.length;
    }
  });
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}

function describeFields(rows: readonly Properties[], order?: readonly string[]): Field[] {
  const taken = new Set<string>();
  const fields: Field[] = [];
  let recordBytes = 1;
  for (const column of columnsOf(rows, order).slice(0, maxFields)) {
    const present = rows.map((row) => row[column.key] ?? null).filter((value) => value !== null);
    const name = uniqueName(column.key, taken);
    const field = { key: column.key, name, ...describeType(column, present) };
    recordBytes += field.length;
    if (recordBytes > maxRecordBytes) break;
    fields.push(field);
  }
  // Some readers refuse a table without fields.
  return fields.length > 0 ? fields : [{ key: '', name: 'id', type: 'N', length: 1, decimals: 0 }];
}

function describeType(
  { type }: Column,
  present: readonly NonNullable<PropertyValue>[],
): Pick<Field, 'type' | 'length' | 'decimals'> {
  if (type === 'boolean') return { type: 'L', length: 1, decimals: 0 };
  if (type === 'date') return { type: 'D', length: 8, decimals: 0 };
  if (type === 'number') {
    const numbers = present.map(Number);
    const decimals = Math.min(maxDecimals, largest(numbers.map(decimalsOf)));
    const length = largest(numbers.map((value) => value.toFixed(decimals).length));
    if (length <= maxNumberCharacters) return { type: 'N', length, decimals };
  }
  const bytes = largest(present.map((value) => Buffer.byteLength(String(value))));
  return { type: 'C', length: Math.min(Math.max(1, bytes), maxTextBytes), decimals: 0 };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** The number of decimals that represent a number exactly, as far as the format allows. */
function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] =
    /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

function formatValue(value: PropertyValue, { type, decimals }: Field): string {
  if (value === null) return type === 'L' ? '?' : '';
  if (type === 'L') return value ? 'T' : 'F';
  if (type === 'N') return Number(value).toFixed(decimals);
  return type === 'D' ? String(value).replaceAll('-', '') : String(value);
}

function uniqueName(key: string, taken: Set<string>): string {
  const plain = key.replace(/[^A-Za-z0-9_]/g, '_').slice(0, maxFieldNameBytes) || 'field';
  let name = plain;
  for (let count = 1; taken.has(name.toLowerCase()); count++) {
    const suffix = `_${count}`;
    name = plain.slice(0, maxFieldNameBytes - suffix.length) + suffix;
  }
  taken.add(name.toLowerCase());
  return name;
}
