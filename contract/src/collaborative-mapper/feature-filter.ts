import { limits } from '../limits.ts';

const { maxFilterConditions, filterValueMaxLength, attributeNameMaxLength } =
  limits.collaborativeMapper;

/** How the value of a field is compared. */
export const filterOperators = [
  'is',
  'is not',
  'contains',
  'empty',
  'not empty',
  '<',
  '<=',
  '>',
  '>=',
  'between',
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** What a feature of one layer has to meet. Features of other layers are not concerned. */
export interface FilterCondition {
  readonly layerId: string;
  /** The key of an attribute. Null stands for any attribute, and goes with `contains` alone. */
  readonly field: string | null;
  readonly operator: FilterOperator;
  /** As texts: none for `empty` and `not empty`, two for `between` (both included), else one. */
  readonly values: readonly string[];
}

/** A map's filter. A feature is shown when it meets all conditions of its layer. */
export type FeatureFilter = readonly FilterCondition[];

type Value = string | number | boolean | null | undefined;

/** Texts of this form count as numbers, because KML and old tables store numbers as texts. */
export const numberPattern = '^[+-]?[0-9]{1,30}([.][0-9]{1,30})?$';
/** Texts that begin like this count as dates. */
export const datePattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}';
const isNumber = new RegExp(numberPattern);
const isDate = new RegExp(datePattern);
const isDateAlone = new RegExp(`${datePattern}$`);

/** How many values an operator needs. */
export function valuesOf(operator: FilterOperator): 0 | 1 | 2 {
  if (operator === 'empty' || operator === 'not empty') return 0;
  return operator === 'between' ? 2 : 1;
}

/** The values by which an operator compares sizes, as numbers or as dates. Null if it can't. */
export function boundsOf(
  values: readonly string[],
): { kind: 'number'; bounds: number[] } | { kind: 'date'; bounds: readonly string[] } | null {
  if (values.every((each) => isNumber.test(each)))
    return { kind: 'number', bounds: values.map(Number) };
  return values.every((each) => isDateAlone.test(each)) ? { kind: 'date', bounds: values } : null;
}

/** Whether an operator compares sizes, so that its values have to be numbers or dates. */
function isOrdering(operator: FilterOperator): boolean {
  return ['<', '<=', '>', '>=', 'between'].includes(operator);
}

/** Why a condition makes no sense, as a sentence. Null if it does. */
export function conditionFault({ field, operator, values }: FilterCondition): string | null {
  if (values.length !== valuesOf(operator)) {
    return `“${operator}” takes ${['no value', 'one value', 'two values'][valuesOf(operator)]}.`;
  }
  if (field === null && operator !== 'contains')
    return 'Any field can be asked for “contains” only.';
  if (values.some((each) => each === '')) return 'A value is missing.';
  if (isOrdering(operator) && boundsOf(values) === null) {
    return `“${operator}” compares numbers, or dates such as 2026-05-31.`;
  }
  return null;
}

/** A filter as one text, for addresses and calls. It is empty if there are no conditions. */
export function writeFilter(filter: FeatureFilter): string {
  if (filter.length === 0) return '';
  return JSON.stringify(
    filter.map(({ layerId, field, operator, values }) => [layerId, field, operator, ...values]),
  );
}

/** Reads the text of a filter. The result is null if it is none. */
export function parseFilter(text: string): FeatureFilter | null {
  if (text === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list) || list.length > maxFilterConditions) return null;
  const conditions = list.map(readCondition);
  return conditions.every((each) => each !== null) ? conditions : null;
}

function readCondition(entry: unknown): FilterCondition | null {
  if (!Array.isArray(entry)) return null;
  const [layerId, field, operator, ...values]: unknown[] = entry;
  const isKnown = filterOperators.some((each) => each === operator);
  const isField = field === null || isShortText(field, attributeNameMaxLength);
  if (!isShortText(layerId, 36) || !isField || !isKnown) return null;
  if (!values.every((each) => isShortText(each, filterValueMaxLength))) return null;
  const condition = { layerId, field, operator, values } as FilterCondition;
  return conditionFault(condition) === null ? condition : null;
}

function isShortText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= maxLength &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

/** The conditions that concern the features of a layer. */
export function conditionsFor(filter: FeatureFilter, layerId: string): FeatureFilter {
  return filter.filter((each) => each.layerId === layerId);
}

/**
 * Whether a feature meets all conditions of its layer. The server asks its database the same
 * question in SQL: server/src/features/collaborative-mapper/features/filter-sql.ts.
 */
export function meetsFilter(
  filter: FeatureFilter,
  layerId: string,
  properties: Readonly<Record<string, Value>>,
): boolean {
  return filter.every((each) => each.layerId !== layerId || meets(each, properties));
}

function meets(
  { field, operator, values }: FilterCondition,
  properties: Readonly<Record<string, Value>>,
): boolean {
  if (field === null) return Object.values(properties).some((each) => contains(each, values[0]));
  const value = Object.hasOwn(properties, field) ? properties[field] : null;
  switch (operator) {
    case 'is':
      return isSame(value, values[0]);
    case 'is not':
      return !isSame(value, values[0]);
    case 'contains':
      return contains(value, values[0]);
    case 'empty':
      return textOf(value) === '';
    case 'not empty':
      return textOf(value) !== '';
    case '<':
      return compares(value, values, ([order]) => order < 0);
    case '<=':
      return compares(value, values, ([order]) => order <= 0);
    case '>':
      return compares(value, values, ([order]) => order > 0);
    case '>=':
      return compares(value, values, ([order]) => order >= 0);
    case 'between':
      return compares(value, values, ([low, high]) => low >= 0 && high <= 0);
  }
}

function textOf(value: Value): string {
  return value === null || value === undefined ? '' : String(value);
}

function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isNumber.test(value) ? Number(value) : null;
}

function isSame(value: Value, wanted: string): boolean {
  const number = isNumber.test(wanted) ? numberOf(value) : null;
  return number === null ? textOf(value) === wanted : number === Number(wanted);
}

function contains(value: Value, part: string): boolean {
  return textOf(value).toLowerCase().includes(part.toLowerCase());
}

/**
 * Compares a value with numbers or dates. A value of another kind never fits.
 * @param fits judges the signs of value − bound, for each bound
 */
function compares(
  value: Value,
  values: readonly string[],
  fits: (orders: readonly number[]) => boolean,
): boolean {
  const bounds = boundsOf(values);
  if (bounds?.kind === 'number') {
    const number = numberOf(value);
    return number !== null && fits(bounds.bounds.map((bound) => Math.sign(number - bound)));
  }
  const text = textOf(value);
  if (!bounds || !isDate.test(text)) return false;
  const day = text.slice(0, 10);
  return fits(bounds.bounds.map((bound) => (day < bound ? -1 : day > bound ? 1 : 0)));
}
