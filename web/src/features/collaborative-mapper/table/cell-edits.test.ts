import type { MapFeature } from '@refugia/contract/collaborative-mapper/features.ts';
import { expect, test } from 'vitest';
import { changesOf, withAttribute, withCell, withoutSent } from './cell-edits.ts';

const feature = (id: string) =>
  ({
    id,
    revision: 1,
    layer: 'null',
    properties: { depth: 1, kind: 'fen' },
  }) as Partial<MapFeature> as MapFeature;

test('a cell that was changed while others were sent stays unsaved', () => {
  const sent = withCell(withCell(new Map(), feature('a'), 'depth', 2), feature('b'), 'depth', 3);
  const later = withCell(sent, feature('b'), 'kind', 'bog');
  const left = changesOf(withoutSent(later, sent));
  expect(left.map(({ featureId, after }) => [featureId, after?.properties])).toEqual([
    ['b', { depth: 3, kind: 'bog' }],
  ]);
});

test('attributes are set and taken away, and what was there is left as it was', () => {
  const before = { tree: 'oak', height: 12 };
  expect(withAttribute(before, 'tree', 'elm')).toEqual({ tree: 'elm', height: 12 });
  expect(withAttribute(before, 'tree', null)).toEqual({ height: 12 });
  expect(withAttribute(before, 'tree', '')).toEqual({ height: 12 });
  expect(withAttribute(before, '__proto__', 'x')).toEqual(
    Object.fromEntries([...Object.entries(before), ['__proto__', 'x']]),
  );
  expect(before).toEqual({ tree: 'oak', height: 12 });
});
