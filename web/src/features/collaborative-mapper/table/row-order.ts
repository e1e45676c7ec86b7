import type { SortOrder } from '@refugia/contract/collaborative-mapper/features.ts';
import type { RowQuestion } from '../calls/features.ts';

/** How the rows are sorted by a column; null where they are not. */
export function orderBy({ sort }: RowQuestion, key: string): SortOrder | null {
  return sort?.key === key ? sort.order : null;
}

/** The rows by a column: ascending at first, then descending, then as they came. */
export function sortedBy(question: RowQuestion, key: string): RowQuestion {
  const order = orderBy(question, key);
  if (order === null) return { ...question, sort: { key, order: 'ascending' } };
  return { ...question, sort: order === 'ascending' ? { key, order: 'descending' } : null };
}
