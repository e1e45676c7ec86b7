import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import { makePatch } from '@refugia/engine/merge/index.ts';
import { expect, test } from 'vitest';
import { describeGroup } from './describe-history.ts';

const at = (longitude: number, properties: Record<string, string>) => ({
  geometry: { type: 'Point' as const, coordinates: [longitude, 43] },
  properties,
});
const nest = at(-111, { name: 'Heron nest', state: 'empty' });

test.each([
  [
    'one attribute',
    nest,
    at(-111, { name: 'Heron nest', state: 'in use' }),
    'Changed state of “Heron nest”',
  ],
  ['the place', nest, at(-110, nest.properties), 'Changed the shape of “Heron nest”'],
  [
    'the place and an attribute',
    nest,
    at(-110, { name: 'Heron nest', state: 'in use' }),
    'Changed the shape and state of “Heron nest”',
  ],
  [
    'the place and two attributes',
    nest,
    at(-110, { name: 'Heron nest', state: 'in use', eggs: 'three' }),
    'Changed the shape, eggs and state of “Heron nest”',
  ],
  [
    'the name',
    nest,
    at(-111, { name: 'Nest 1', state: 'empty' }),
    'Renamed “Heron nest” to “Nest 1”',
  ],
  ['the place of what has no name', at(-111, {}), at(-110, {}), 'Changed the shape of a feature'],
])('a change of %s is told with the feature that was changed', (_, before, after, sentence) => {
  const patch = makePatch(before, after)!;
  expect(describeGroup(patch, 1, after)).toBe(sentence);
});

test('attributes are told by the names and in the order of the fields', () => {
  const after = { ...nest.properties, eggs: 'three', state: 'in use' };
  const fields = [
    ['eggs', 'Number of eggs'],
    ['state', 'State'],
  ].map(
    ([key, name]): LayerField => ({
      ...{ key, name, is_removed: false, is_required: false },
      ...{ type: 'text', choices: [] },
    }),
  );
  const patch = makePatch(nest, at(-111, after))!;
  expect(describeGroup(patch, 1, { properties: after, fields })).toBe(
    'Changed Number of eggs and State of “Heron nest”',
  );
});

test('a long name ends in dots, and what a group did beyond its first entry is counted', () => {
  const after = at(-111, { name: `Nest ${'at the far end of the bank '.repeat(5)}` });
  const patch = makePatch(null, after)!;
  expect(describeGroup(patch, 3)).toBe(
    'Added “Nest at the far end of the bank at the far end of the bank a…”, and 2 more',
  );
});
