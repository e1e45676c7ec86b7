import type {
  FilterCondition,
  FilterOperator,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { filterOperators } from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { wordOfValue } from '../fields/field-values.ts';
import type { Field } from '../state/layer-fields.ts';

export const operatorWords: Record<FilterOperator, string> = {
  is: 'is',
  'is not': 'is not',
  contains: 'contains',
  empty: 'is empty',
  'not empty': 'is not empty',
  '<': '<',
  '<=': '≤',
  '>': '>',
  '>=': '≥',
  between: 'is between',
};

const withoutSizes = ['is', 'is not', 'empty', 'not empty'] as const;
const withoutParts = filterOperators.filter((each) => each !== 'contains');

/** The operators that a field of a type is offered with. A text may hold numbers or dates. */
export function operatorsFor(field: Field | undefined): readonly FilterOperator[] {
  if (!field) return ['contains'];
  switch (field.type) {
    case 'text':
      return filterOperators;
    case 'number':
    case 'date':
      return withoutParts;
    case 'boolean':
    case 'choice':
      return withoutSizes;
  }
}

/** A condition in words, such as `depth is between 2 and 5`. */
export function conditionWords(
  { field, operator, values }: FilterCondition,
  fields: readonly Field[],
): string {
  const known = fields.find(({ key }) => key === field);
  const words = values.map((value) => wordOfValue(known, value));
  return [known?.name ?? field ?? 'any field', operatorWords[operator], words.join(' and ')]
    .filter(Boolean)
    .join(' ');
}
