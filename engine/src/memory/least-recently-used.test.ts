import { expect, test } from 'vitest';
import { LeastRecentlyUsed } from './least-recently-used.ts';

test('what was used last stays, up to the weight', () => {
  const kept = new LeastRecentlyUsed<string>(6, (text) => text.length);
  kept.set('a', 'two');
  kept.set('b', 'six');
  expect(kept.get('a')).toBe('two');
  kept.set('c', 'ten');
  // b was used longest ago.
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual(['two', undefined, 'ten']);
  kept.mostWeight = 3;
  kept.set('d', 'all');
  expect(['a', 'c', 'd'].map((key) => kept.get(key))).toEqual([undefined, undefined, 'all']);
});

test('a value set again or deleted gives its weight back', () => {
  const kept = new LeastRecentlyUsed<string>(3);
  for (const key of ['a', 'b', 'c', 'a', 'a']) kept.set(key, key);
  expect(kept.get('b')).toBe('b');
  kept.delete('c');
  kept.set('d', 'd');
  expect(['a', 'b', 'd'].map((key) => kept.get(key))).toEqual(['a', 'b', 'd']);
});

test('the newest stays whatever it weighs, and a value is made once', () => {
  const kept = new LeastRecentlyUsed<number>(10);
  kept.set('small', 1);
  kept.set('huge', 2, 1_000);
  expect([kept.get('small'), kept.get('huge')]).toEqual([undefined, 2]);
  let made = 0;
  const make = () => {
    made++;
    return made;
  };
  expect([kept.getOrMake('new', make), kept.getOrMake('new', make)]).toEqual([1, 1]);
});
