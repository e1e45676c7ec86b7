import { expect, test } from 'vitest';
import { mergeQueryChoices } from './query-choices.ts';

test('a query of several choices lists every parameter, and which of them need it', () => {
  const id = { type: 'integer', minimum: 1 };
  const choice = (type: string, name: string) => ({
    properties: { type: { type: 'string', const: type }, [name]: id },
    required: ['type', name],
  });
  expect(
    mergeQueryChoices({ oneOf: [choice('all', 'projectID'), choice('byID', 'mapID')] }),
  ).toEqual({
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['all', 'byID'] },
      projectID: { ...id, description: 'For type all.' },
      mapID: { ...id, description: 'For type byID.' },
    },
    required: ['type'],
  });
});

test('any other query stays as it is', () => {
  const query = { properties: { q: { type: 'string' } }, required: ['q'] };
  expect(mergeQueryChoices(query)).toBe(query);
});
