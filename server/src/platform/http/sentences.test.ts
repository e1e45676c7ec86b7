import { mapCommentCreationSchema } from '@refugia/contract/collaborative-mapper/comments.ts';
import { featureInputSchema } from '@refugia/contract/collaborative-mapper/features.ts';
import { mapIdSchema } from '@refugia/contract/collaborative-mapper/maps.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sentenceOf, withFieldName } from './sentences.ts';

beforeAll(() => {
  z.config({ customError: sentenceOf });
});

/** The first sentence about a value. */
const about = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

test.each<[string, z.ZodType, unknown, string]>([
  ['string', z.string(), 1, 'This must be text.'],
  ['number', z.number(), 'x', 'This must be a number.'],
  ['number that is none', z.number(), Number.NaN, 'This must be a number.'],
  ['whole number', z.int(), 1.5, 'This must be a whole number.'],
  ['boolean', z.boolean(), 'x', 'This must be true or false.'],
  ['array', z.array(z.string()), {}, 'This must be a list.'],
  ['tuple', z.tuple([z.number()]), {}, 'This must be a list.'],
  ['tuple, too short', z.tuple([z.number(), z.number()]), [], 'This must have at least 2 entries.'],
  ['object', z.object({}), [], 'This must be a JSON object.'],
  [
    'record',
    z.record(z.string(), z.string()),
    1,
    'This must be a JSON object of names and values.',
  ],
  [
    'record, its names',
    z.record(z.string().min(2), z.string()),
    { a: 'b' },
    'A name in this is empty, too long, or not written as expected.',
  ],
  ['null', z.null(), 1, 'This must be empty.'],
  ['never', z.never(), 1, 'This must be written as the API document says.'],
  ['undefined', z.undefined(), 1, 'This must be written as the API document says.'],
  ['missing', z.string(), undefined, 'This is required.'],
  ['enum', z.enum(['a', 'b']), 'c', 'This must be one of: a, b.'],
  ['literal', z.literal([null, 1]), 'c', 'This must be one of: nothing, 1.'],
  [
    'union',
    z.union([z.string(), z.number()]),
    {},
    'This is of no kind that is known here, or is not written as expected.',
  ],
  [
    'discriminated union',
    z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]),
    { type: 'b' },
    'This must be one of: a.',
  ],
  ['format', z.uuid(), 'x', 'This is not written as expected.'],
  ['exact length', z.array(z.number()).length(2), [1], 'This must have exactly 2 entries.'],
  ['length', z.string().max(1), 'ab', 'This must have at most 1 characters.'],
  ['size', z.number().min(3), 1, 'This must be at least 3.'],
  ['step', z.number().multipleOf(2), 3, 'This must be a multiple of 2.'],
  ['unknown member', z.strictObject({}), { a: 1 }, 'This has a member that is not known here: a.'],
  ['set', z.set(z.string()), new Set([1]), 'This must be text.'],
  ['map', z.map(z.string(), z.number()), new Map([['a', 'b']]), 'This must be a number.'],
  ['rule of one’s own', z.string().refine(() => false), 'x', 'This is not written as expected.'],
])('%s', (_, schema, value, sentence) => {
  expect(about(schema, value)).toBe(sentence);
});

const notNested =
  'The coordinates are not nested as those of this kind of geometry: a position is a list of longitude and latitude.';

test.each([
  ['Point', [[1, 2]]],
  ['Point', {}],
  ['LineString', [1, 2]],
  ['Polygon', [[[[1, 2]]]]],
])('coordinates of a %s that are nested otherwise: %j', (type, coordinates) => {
  expect(about(featureInputSchema, { geometry: { type, coordinates } })).toBe(notNested);
});

test('features, places and ids say what they are', () => {
  expect(about(featureInputSchema, 7)).toMatch(/^This must be a GeoJSON feature/);
  expect(about(mapIdSchema, undefined)).toBe('This is required.');
  const comment = { mapID: 1, mapComment: 'Here', place: 'there' };
  expect(about(mapCommentCreationSchema, comment)).toBe(
    'This must be a list of longitude and latitude.',
  );
});

test.each([
  ['This must be text.', '"place" must be text.'],
  ['This is required.', '"place" is required.'],
  [
    'This has a member that is not known here: a.',
    '"place" has a member that is not known here: a.',
  ],
  ['Another sentence.', 'Another sentence.'],
])('%s with its field', (sentence, named) => {
  expect(withFieldName('place', sentence)).toBe(named);
});
