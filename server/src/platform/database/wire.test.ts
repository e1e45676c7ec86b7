import fc from 'fast-check';
import { serialize } from 'pg-protocol';
import { expect, test } from 'vitest';
import {
  concatenate,
  createWireSplitter,
  encodeFatalError,
  encodeSync,
  messageType,
  startupType,
} from './wire.ts';

/** Messages that node-postgres' own serializer has written. */
const written = [
  serialize.startup({ user: 'postgres', database: 'postgres' }),
  serialize.parse({ text: 'SELECT $1::int' }),
  serialize.bind({ values: ['7'] }),
  serialize.describe({ type: 'P' }),
  serialize.execute({}),
  serialize.sync(),
  serialize.query('SELECT 1'),
  serialize.end(),
];

test('messages come out whole, whatever the chunks', () => {
  const stream = concatenate(written);
  const cuts = fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 30 });
  fc.assert(
    fc.property(cuts, (unordered) => {
      const edges = [0, ...unordered.sort((first, second) => first - second), stream.length];
      const splitter = createWireSplitter({ expectStartup: true });
      const messages = edges
        .slice(1)
        .flatMap((end, index) => splitter.push(stream.slice(edges[index], end)));
      expect(messages.map(({ bytes }) => Buffer.from(bytes))).toEqual(written);
      expect(messages[0]?.type).toBe(startupType);
      expect(messages.at(-1)?.type).toBe(messageType.terminate);
    }),
  );
});

test('a length that no message can have is refused', () => {
  const splitter = createWireSplitter({ expectStartup: false });
  expect(() => splitter.push(Uint8Array.of(0x51, 0, 0, 0, 3))).toThrow(/impossible length 3/);
});

test('Sync and errors are written as the protocol says', () => {
  expect(Buffer.from(encodeSync())).toEqual(serialize.sync());
  expect(Buffer.from(encodeFatalError('25P03', 'late')).toString('latin1')).toBe(
    'E\0\0\0\x20SFATAL\0VFATAL\0C25P03\0Mlate\0\0',
  );
});
