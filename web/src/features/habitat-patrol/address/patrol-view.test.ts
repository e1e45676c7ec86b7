import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { describe, expect, test, vi } from 'vitest';
import { initialState, type PatrolState } from '../state/patrol-state.ts';
import { type PatrolView, readView, viewOfRun, writeView } from './patrol-view.ts';

const untouched: PatrolView = {
  baseLayer: 'satellite',
  position: null,
  ofRun: { runId: null, swipeShare: null, patchId: null, hiddenKinds: [] },
};
const opening: PatrolState = { ...initialState, phase: 'opening', runId: 'Ab3-x_9', pick: null };
const changed: PatrolView = {
  baseLayer: 'outdoors',
  position: { longitude: -95.93451, latitude: 41.256, zoom: 13.5, bearingDegrees: 0 },
  ofRun: {
    runId: 'Ab3-x_9',
    swipeShare: 0.625,
    patchId: 3,
    hiddenKinds: ['vegetation_gain', 'burn'],
  },
};

test('a view that nobody touched needs no parameters', () => {
  expect(writeView(new URLSearchParams('run=Ab3-x_9'), opening, untouched).toString()).toBe(
    'run=Ab3-x_9',
  );
  expect(readView(new URLSearchParams())).toEqual(untouched);
});

test('line, patch, hidden kinds, base map and place come back, unescaped', () => {
  const parameters = writeView(new URLSearchParams('run=Ab3-x_9'), opening, changed);
  expect(parameters.toString()).toBe(
    'run=Ab3-x_9&swipe=62.5&patch=3&hide=vegetation_gain.burn&base=outdoors&view=-95.93451_41.256_13.5',
  );
  expect(readView(parameters)).toEqual(changed);
});

test('what was said of one run is not said of another, nor without one', () => {
  const other: PatrolState = { ...opening, runId: 'another' };
  const ready: PatrolState = {
    ...initialState,
    phase: 'ready',
    area: rectanglePolygon([-96.1, 41.2, -95.9, 41.3]),
    origin: { kind: 'drawn' },
  };
  for (const state of [other, ready, initialState]) {
    const parameters = writeView(new URLSearchParams('swipe=50&patch=1&hide=burn'), state, changed);
    expect([...parameters.keys()]).toEqual(['base', 'view']);
  }
  expect(viewOfRun('another', changed)).toEqual({ ...untouched.ofRun, runId: 'another' });
});

test('what is back at its default leaves the address', () => {
  const full = writeView(new URLSearchParams('run=Ab3-x_9&modal=login'), opening, changed);
  expect(writeView(full, opening, untouched).toString()).toBe('run=Ab3-x_9&modal=login');
});

describe('what an address says wrongly is at its default', () => {
  test.each([
    'swipe=left',
    'swipe=-5',
    'swipe=1e9',
    'patch=0',
    'patch=-1',
    'patch=1.5',
    'patch=12345678',
    'hide=everything',
    'base=moon',
    'base=toString',
    'view=here',
    'view=-95_89_3',
  ])('%s', (parameters) => {
    expect(readView(new URLSearchParams(parameters))).toEqual(untouched);
  });

  test('a line beyond the map is at its end; a kind is hidden once', () => {
    const { ofRun } = readView(new URLSearchParams('swipe=400&hide=burn.burn.moon.water'));
    expect(ofRun).toMatchObject({ swipeShare: 1, hiddenKinds: ['burn', 'water'] });
  });
});

test('a dark theme opens with Dark, and its addresses name every base map', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { theme: 'dark' } } });
  try {
    expect(readView(new URLSearchParams()).baseLayer).toBe('dark');
    expect(readView(new URLSearchParams('base=satellite')).baseLayer).toBe('satellite');
    expect(writeView(new URLSearchParams(), initialState, untouched).get('base')).toBe('satellite');
  } finally {
    vi.unstubAllGlobals();
  }
});
