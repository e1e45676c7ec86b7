import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LatestSaver } from '../../lib/latest-saver.ts';
import { ownMove, watchMoves } from './use-moves.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A map without pictures, which a test moves. */
function fakeMap() {
  const listeners = new Map<string, (event: object) => void>();
  let zoom = 4;
  return {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    off: (type: string) => listeners.delete(type),
    getCenter: () => ({ lng: 0, lat: 0 }),
    getZoom: () => zoom,
    getBearing: () => 0,
    fire(type: 'move' | 'moveend', to: number, data: object = {}) {
      zoom = to;
      listeners.get(type)?.(data);
    },
  };
}

/** A map whose zoom is saved a second after a person has moved it. */
function savedMap() {
  const map = fakeMap();
  const saved: number[] = [];
  const saver = new LatestSaver<{ zoom: number }>(async ({ zoom }) => void saved.push(zoom!));
  const keep = () => saver.keep({ zoom: map.getZoom() });
  const stop = watchMoves(map as never, {
    tellFrame: keep,
    tellEnd: () => {
      keep();
      saver.sendAfterRest(1_000);
    },
  });
  return { map, saved, saver, stop };
}

test('a person who leaves in the middle of a movement leaves the view of that moment', () => {
  const { map, saved, saver } = savedMap();
  map.fire('move', 4.2);
  map.fire('move', 4.7);
  void saver.sendNow();
  expect(saved).toEqual([4.7]);
});

test('a view is saved once the map has rested, and not again by who leaves later', async () => {
  const { map, saved, saver } = savedMap();
  for (const zoom of [5, 6]) {
    map.fire('move', zoom);
    map.fire('moveend', zoom);
    await vi.advanceTimersByTimeAsync(900);
  }
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  void saver.sendNow();
  expect(saved).toEqual([6]);
});

test('what the screen moves by itself is not saved, nor is a map that only changed its size', () => {
  const { map, saved, saver, stop } = savedMap();
  map.fire('move', 9, ownMove);
  map.fire('moveend', 9, ownMove);
  map.fire('move', 9);
  map.fire('moveend', 9);
  void saver.sendNow();
  expect(saved).toEqual([]);
  stop();
  map.fire('move', 3);
  void saver.sendNow();
  expect(saved).toEqual([]);
});
