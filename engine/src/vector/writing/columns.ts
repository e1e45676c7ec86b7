import type { Properties, PropertyValue } from '../types.ts';

/** A property of features as a column of a table, with the type that all its values have. */
export interface Column {
  readonly key: string;
  readonly type: 'boolean' | 'number' | 'date' | 'text';
}

/**
 * The columns that rows need. Those named in `order` come first, in that order, and the others as they
 * first appear. A column without a value is one of texts.
 */
export function columnsOf(rows: readonly Properties[], order: readonly string[] = []): Column[] {
  const types = new Map<string, Column['type'] | null>();
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      const known = types.get(key) ?? null;
      const type = value === null ? known : typeOf(value);
      types.set(key, known === null || known === type ? type : 'text');
    }
  }
  const keys = new Set([...order.filter((key) => types.has(key)), ...types.keys()]);
  return [...keys].map((key) => ({ key, type: types.get(key) ?? 'text' }));
}

function typeOf(value: NonNullable<PropertyValue>): Column['type'] {
  if (typeof value === 'number') return isPlain(value) ? 'number' : 'text';
  if (typeof value === 'boolean') return 'boolean';
  return isDay(value) ? 'date' : 'text';
}

function isPlain(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) < 1e21;
}

/** Whether a text is a day that there is, such as 2026-05-31. */
function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
