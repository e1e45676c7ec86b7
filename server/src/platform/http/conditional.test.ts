import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isKnown } from './conditional.ts';

const asked = (tag?: string) =>
  ({ headers: tag === undefined ? {} : { 'if-none-match': tag } }) as FastifyRequest;

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ['"b","a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s', (tag, expected) => {
  expect(isKnown(asked(tag), '"a"')).toBe(expected);
});
