import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createGiveWay } from './give-way.ts';

/** A pool as far as it is watched. Each use acquires a connection and gives it back at once. */
function createPool() {
  const pool = Object.assign(new EventEmitter(), { totalCount: 1, idleCount: 1 });
  return { pool: pool as unknown as pg.Pool, counts: pool, use: () => pool.emit('acquire') };
}

/** Counts the waits, and lets others use the pool during each of them. */
function createWait(during: (waits: number) => void = () => {}) {
  const waited = { times: 0 };
  return {
    waited,
    wait: async () => {
      waited.times++;
      during(waited.times);
    },
  };
}

test('nothing waits while nobody else uses the database', async () => {
  const { pool, use } = createPool();
  const { waited, wait } = createWait();
  const { giveWay } = createGiveWay({ pool, isEmbedded: true }, wait);
  for (let statement = 0; statement < 3; statement++) {
    use();
    await giveWay();
  }
  expect(waited.times).toBe(0);
});

test('the work waits until a request of several queries is over', async () => {
  const { pool, use } = createPool();
  const { waited, wait } = createWait((waits) => waits < 3 && use());
  const { giveWay } = createGiveWay({ pool, isEmbedded: true }, wait);
  use();
  use();
  await giveWay();
  expect(waited.times).toBe(3);
  use();
  await giveWay();
  expect(waited.times).toBe(3);
});

test('a transaction that is under way counts, although it acquires nothing more', async () => {
  const { pool, counts, use } = createPool();
  const { waited, wait } = createWait(() => {
    counts.idleCount = counts.totalCount;
  });
  const { giveWay } = createGiveWay({ pool, isEmbedded: true }, wait);
  counts.idleCount = 0;
  use();
  await giveWay();
  expect(waited.times).toBe(1);
});

test('the work goes on although the database is never quiet', async () => {
  const { pool, use } = createPool();
  const { waited, wait } = createWait(use);
  const { giveWay } = createGiveWay({ pool, isEmbedded: true }, wait);
  use();
  use();
  await giveWay();
  expect(waited.times).toBe(5);
});

test('on a server, whose connections have backends of their own, nothing waits', async () => {
  const { pool, use } = createPool();
  const { waited, wait } = createWait();
  const { giveWay } = createGiveWay({ pool, isEmbedded: false }, wait);
  use();
  use();
  await giveWay();
  expect(waited.times).toBe(0);
});

test('the pool is watched until the end only', () => {
  const { pool } = createPool();
  const { end } = createGiveWay({ pool, isEmbedded: true });
  expect(pool.listenerCount('acquire')).toBe(1);
  end();
  expect(pool.listenerCount('acquire')).toBe(0);
});
