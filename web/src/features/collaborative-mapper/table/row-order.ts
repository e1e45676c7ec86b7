import type { SortOrder } from '@refugia/contract/collaborative-mapper/features.ts';
import type { RowQuestion } from '../calls/features.ts';

/** The order of the rows by a column, or null if they are not sorted by it. */
export function orderBy({ sort }: RowQuestion, key: string): SortOrder | null {
  return sort?.key === key ? sort.order : null;
}

/** Sorts the rows by a column. Repeated presses lead from ascending to descending to unsorted. */
export function sortedBy(question: RowQuestion, key: string): RowQuestion {
  const order = orderBy(question, key);
  if (order === null) return { ...question, sort: { key, order: 'ascending' } };
  return { ...question, sort: order === 'ascending' ? { key, order: 'descending' } : null };
}
