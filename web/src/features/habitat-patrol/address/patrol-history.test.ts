import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialState, type PatrolState } from '../state/patrol-state.ts';
import { PatrolHistory } from './patrol-history.ts';
import { type PatrolView, readView } from './patrol-view.ts';

const pathname = '/apps/habitatpatrol/map';
const emptyView = readView(new URLSearchParams());
const ready: PatrolState = {
  ...initialState,
  phase: 'ready',
  area: rectanglePolygon([-96.1, 41.2, -95.9, 41.3]),
  origin: { kind: 'drawn' },
};
const waiting = { ...ready, phase: 'running', runId: null, attempt: 1 } as PatrolState;
const running = { ...waiting, runId: 'run-1' } as PatrolState;
const shown = { ...ready, phase: 'shown', runId: 'run-1' } as PatrolState;
const area = '?area=-96.1_41.2_-95.9_41.3';
const result = `${area}&run=run-1`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * A browser with a history, in which React shows the address that it last caught up with. The
 * screen is at this address and in this state.
 */
function openScreen(search: string, state: PatrolState) {
  const entries = [{ search, key: 'first' }];
  let [at, keys, moves] = [0, 0, 0];
  let rendered = entries[0];
  const go = (search: string, { replace }: { replace: boolean }) => {
    keys++;
    if (!replace) at++;
    entries.splice(at, Number.POSITIVE_INFINITY, { search, key: `key-${keys}` });
  };
  const patrol = new PatrolHistory(
    {
      address: () => ({ pathname, search: entries[at].search }),
      write: (parameters, options) => go(`?${parameters}`, options),
    },
    { address: { pathname, search }, state },
  );
  let content: { state: PatrolState; view: PatrolView } = { state, view: emptyView };
  const follow = () => {
    const { search, key } = rendered;
    return patrol.follow({ address: { pathname, search }, key, moves, ...content });
  };
  return {
    searches: () => entries.map((entry) => entry.search),
    at: () => at,
    go,
    show(state: PatrolState, view = emptyView) {
      content = { state, view };
      return follow();
    },
    /** React shows the address that the browser is at. */
    catchUp() {
      rendered = entries[at];
      return follow();
    },
    move(by: number) {
      at += by;
      moves++;
      return follow();
    },
  };
}

test('a run is one page, at once, however far React is behind the browser', () => {
  const screen = openScreen(area, ready);
  for (const state of [ready, waiting, running, shown]) screen.show(state);
  expect(screen.searches()).toEqual([area, result]);
  vi.advanceTimersByTime(60_000);
  screen.show({ ...shown });
  vi.advanceTimersByTime(60_000);
  expect(screen.searches()).toEqual([area, result]);
  screen.catchUp();
  vi.advanceTimersByTime(60_000);
  expect(screen.searches()).toEqual([area, result]);
});

test('an area that was drawn just before its run has a page of its own', () => {
  const screen = openScreen('', initialState);
  for (const state of [initialState, ready, waiting, running]) screen.show(state);
  expect(screen.searches()).toEqual([area, result]);
});

test('the position of a slider is written into the same page, after a pause', () => {
  const screen = openScreen('?run=run-1', { ...shown });
  for (const change of [9, 8, 7]) {
    screen.show({ ...shown, opacities: { before: 10, after: 10, change } });
    vi.advanceTimersByTime(100);
  }
  expect(screen.searches()).toEqual(['?run=run-1']);
  vi.advanceTimersByTime(250);
  expect(screen.searches()).toEqual([`?run=run-1&area=-96.1_41.2_-95.9_41.3&opacity=10_10_7`]);
});

test('Back right after a result leads to its area, which stays as it was', () => {
  const screen = openScreen(area, ready);
  for (const state of [ready, waiting, running]) screen.show(state);
  expect(screen.move(-1)).toMatchObject({ phase: 'ready', area: ready.area });
  expect(screen.show(ready)).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect([screen.at(), screen.searches()]).toEqual([0, [area, result]]);
  screen.move(1);
  expect(screen.catchUp()).toMatchObject({ phase: 'opening', runId: 'run-1' });
});

test('a result that arrives while Back is under way is not written over the area', () => {
  const screen = openScreen(area, ready);
  for (const state of [ready, waiting, running]) screen.show(state);
  screen.catchUp();
  expect(screen.move(-1)).toBeNull();
  screen.show(shown);
  vi.advanceTimersByTime(60_000);
  expect(screen.searches()).toEqual([area, result]);
  expect(screen.catchUp()).toMatchObject({ phase: 'ready' });
});

test('what a modal writes over a newer address is mended, and the modal stays', () => {
  const screen = openScreen(area, ready);
  for (const state of [ready, waiting, running]) screen.show(state);
  screen.go(`${area}&modal=login`, { replace: false });
  expect(screen.catchUp()).toBeNull();
  vi.advanceTimersByTime(250);
  expect(screen.searches()).toEqual([area, result, `${area}&modal=login&run=run-1`]);
});
