import type { MapComment } from '@refugia/contract/collaborative-mapper/comments.ts';
import { expect, test } from 'vitest';
import { filterThreads, partsOfText, positionOf, threadsOf } from './comments.ts';

// The rules for usernames are in the specification, part 1 §5.
test.each([
  ['no names', ['no names']],
  ['@wolf_field look here', ['>wolf_field', ' look here']],
  ['ask @Lark-2, please', ['ask ', '>Lark-2', ', please']],
  ['mail me at someone@example.org', ['mail me at someone@example.org']],
  ['@1st and @a', ['@1st and @a']],
  ['(@ab)@cd', ['(', '>ab', ')', '>cd']],
  ['@abcdefghijklmnopqrstuvwxyz', ['@abcdefghijklmnopqrstuvwxyz']],
])('in %j the people are found', (text, expected) => {
  const pieces = partsOfText(text);
  expect(pieces.map((each) => (each.kind === 'words' ? each.text : `>${each.username}`))).toEqual(
    expected,
  );
});

test('a feature is pinned at its northernmost position', () => {
  expect(positionOf({ type: 'Point', coordinates: [-110, 43] })).toEqual([-110, 43]);
  const ring = [
    [0, 0],
    [2, 1],
    [1, 5],
    [0, 0],
  ];
  expect(positionOf({ type: 'Polygon', coordinates: [ring] })).toEqual([1, 5]);
  expect(
    positionOf({
      type: 'MultiPolygon',
      coordinates: [[ring], [ring.map(([x, y]) => [x!, y! + 3])]],
    }),
  ).toEqual([1, 8]);
});

test('what has no positions is pinned nowhere', () => {
  expect(positionOf(null)).toBeNull();
  expect(positionOf({ type: 'Polygon', coordinates: [] })).toBeNull();
});

const said = (id: string, parent: string | null, resolved = false) =>
  ({ id, parent, resolved, feature: null, raster: null }) as Partial<MapComment> as MapComment;

test('replies stand under the comment that began the thread, however deep they are', () => {
  const comments = [
    said('a', null, true),
    said('b', null, true),
    said('a1', 'a'),
    said('a2', 'a1', true),
    said('lone', 'gone'),
  ];
  const threads = threadsOf(comments);
  const ids = (list: typeof threads) =>
    list.map(({ comment, replies }) => [comment.id, ...replies.map(({ id }) => id)]);
  expect(ids(threads)).toEqual([['a', 'a1', 'a2'], ['b'], ['lone']]);
  expect(ids(filterThreads(threads, 'open'))).toEqual([['lone'], ['a', 'a1', 'a2']]);
});
