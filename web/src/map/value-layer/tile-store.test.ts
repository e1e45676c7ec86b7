import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { type DataTile, pixelState } from '@refugia/engine/render/data-tile.ts';
import { expect, test, vi } from 'vitest';
import { tileKey } from './drawn-tiles.ts';
import { type FetchTile, TileStore } from './tile-store.ts';

const tile: DataTile = {
  numbers: new Uint16Array([7]),
  states: new Uint8Array([pixelState.valid]),
  sizePixels: 1,
  borderPixels: 0,
  offset: 0,
  scale: 1,
};
const row = (count: number, z = 6): TileAddress[] =>
  Array.from({ length: count }, (_, x) => ({ z, x, y: 0 }));

/** A store whose requests the test answers. */
function setUp() {
  const calls = new Map<string, PromiseWithResolvers<DataTile | null>>();
  const aborted: string[] = [];
  const fetchTile: FetchTile = (address, signal) => {
    const call = Promise.withResolvers<DataTile | null>();
    calls.set(tileKey(address), call);
    signal.addEventListener('abort', () => {
      aborted.push(tileKey(address));
      call.reject(signal.reason);
    });
    return call.promise;
  };
  const onChange = vi.fn();
  const clock = { time: 0 };
  const store = new TileStore({ fetchTile, onChange, now: () => clock.time });
  return { calls, aborted, onChange, clock, store };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('a tile is asked for once and told when it is there', async () => {
  const { calls, onChange, store } = setUp();
  const [first] = row(1);
  store.want([first!]);
  store.want([first!]);
  expect([...calls.keys()]).toEqual(['6/0/0']);
  expect(store.peek(first!)).toBeUndefined();
  calls.get('6/0/0')!.resolve(tile);
  await settled();
  expect(onChange).toHaveBeenCalledOnce();
  expect(store.peek(first!)).toBe(tile);
  expect(store.hasAll([first!])).toBe(true);
});

test('four are asked for at a time, in the order of the wish', () => {
  const { calls, store } = setUp();
  store.want(row(6));
  expect([...calls.keys()]).toEqual(['6/0/0', '6/1/0', '6/2/0', '6/3/0']);
});

test('what is not wanted any more is given up', async () => {
  const { calls, aborted, onChange, store } = setUp();
  store.want(row(4));
  store.want(row(6).slice(2));
  await settled();
  expect(aborted).toEqual(['6/0/0', '6/1/0']);
  expect([...calls.keys()]).toContain('6/5/0');
  expect(onChange).not.toHaveBeenCalled();
});

test('a tile that failed is asked for again after a while, and at once when told so', async () => {
  const { calls, clock, store } = setUp();
  const wanted = row(1);
  store.want(wanted);
  calls.get('6/0/0')!.reject(new Error('cut line'));
  await settled();
  expect(store.hasFailed(wanted)).toBe(true);
  calls.clear();
  store.want(wanted);
  expect(calls.size).toBe(0);
  clock.time = 4_000;
  store.want(wanted);
  expect(calls.size).toBe(1);
  calls.get('6/0/0')!.reject(new Error('cut line'));
  await settled();
  store.forgetFailures();
  calls.clear();
  store.want(wanted);
  expect(calls.size).toBe(1);
});

test('of many tiles the longest unused go', async () => {
  const { calls, store } = setUp();
  const many = row(60);
  for (const each of many) {
    store.want([each]);
    calls.get(tileKey(each))!.resolve(tile);
    await settled();
    store.peek(many[0]);
  }
  expect(store.count('ready')).toBe(48);
  expect(store.peek(many[0])).toBe(tile);
  expect(store.peek(many[1])).toBeUndefined();
  expect(store.peek(many[59])).toBe(tile);
});

test('after the end nothing comes', async () => {
  const { calls, onChange, store } = setUp();
  store.want(row(1));
  store.close();
  calls.get('6/0/0')!.resolve(tile);
  await settled();
  expect(onChange).not.toHaveBeenCalled();
  store.want(row(2));
  expect(calls.size).toBe(1);
});
