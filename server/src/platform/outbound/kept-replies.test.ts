import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { KeptReplies } from './kept-replies.ts';
import { OutboundError } from './outbound.ts';

let database: Database;
let time: number;
let kept: KeptReplies;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('DELETE FROM outbound_reply');
  time = Date.parse('2026-01-01T00:00:00Z');
  kept = new KeptReplies(database.orm, () => time);
});
afterAll(() => database.close());

const away = new OutboundError('unreachable', "The service can't be reached.");
const answer = (text: string) => vi.fn(async () => Buffer.from(text));
const fail = () =>
  vi.fn(async (): Promise<Uint8Array> => {
    throw away;
  });

test('a reply is asked for once, and again when it is old', async () => {
  const first = answer('first');
  const reply = await kept.get('a', 1_000, first);
  expect([reply.body.toString(), reply.askedAt.getTime()]).toEqual(['first', time]);
  time += 999;
  const second = answer('second');
  expect((await kept.get('a', 1_000, second)).body.toString()).toBe('first');
  time++;
  expect((await kept.get('a', 1_000, second)).body.toString()).toBe('second');
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
});

test('an old reply serves on while the service is away', async () => {
  const askedAt = time;
  await kept.get('a', 1_000, answer('old'));
  time += 5_000;
  const reply = await kept.get('a', 1_000, fail());
  expect([reply.body.toString(), reply.askedAt.getTime()]).toEqual(['old', askedAt]);
});

test('a failure is remembered for half a minute', async () => {
  const failing = fail();
  await expect(kept.get('a', 1_000, failing)).rejects.toBe(away);
  time += 29_999;
  await expect(kept.get('a', 1_000, failing)).rejects.toBe(away);
  expect(failing).toHaveBeenCalledTimes(1);
  expect((await kept.get('b', 1_000, answer('other'))).body.toString()).toBe('other');
  time++;
  expect((await kept.get('a', 1_000, answer('back'))).body.toString()).toBe('back');
});

test('who asks at the same time gets the same answer', async () => {
  const once = answer('one');
  const replies = await Promise.all([1, 2, 3].map(() => kept.get('a', 1_000, once)));
  expect(replies.map(({ body }) => body.toString())).toEqual(['one', 'one', 'one']);
  expect(once).toHaveBeenCalledTimes(1);
});

test('a fault of our own is not taken for the service being away', async () => {
  await kept.get('a', 1_000, answer('old'));
  time += 5_000;
  const broken = async () => {
    throw new TypeError('a mistake');
  };
  await expect(kept.get('a', 1_000, broken)).rejects.toThrow('a mistake');
});
