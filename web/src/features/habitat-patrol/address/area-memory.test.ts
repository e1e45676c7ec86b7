import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Interest, initialState, type PatrolState } from '../state/patrol-state.ts';
import { keepArea, withKeptArea } from './area-memory.ts';

const interest: Interest = {
  area: rectanglePolygon([-96.1, 41.2, -95.9, 41.3]),
  origin: {
    kind: 'upload',
    fileName: 'meadow.json',
    name: null,
    skipped: [],
    notes: ['Was in UTM.'],
  },
};
const kept = new URLSearchParams('area=kept');

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('an area that an address cannot hold is there again after a reload, with what is known of it', () => {
  keepArea(interest);
  expect(withKeptArea(initialState, kept)).toEqual({
    ...initialState,
    ...interest,
    phase: 'ready',
  });
});

test('a kept area comes back only where the address says so, and nothing stands there already', () => {
  keepArea(interest);
  expect(withKeptArea(initialState, new URLSearchParams())).toBe(initialState);
  const other: PatrolState = { ...initialState, ...interest, phase: 'ready' };
  expect(withKeptArea(other, kept)).toBe(other);
});

test('another tab and a spoilt memory leave the screen empty', () => {
  expect(withKeptArea(initialState, kept)).toBe(initialState);
  sessionStorage.setItem('habitat-patrol-area', '{"coords":');
  expect(withKeptArea(initialState, kept)).toBe(initialState);
});

test('without storage the area lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepArea(interest);
  expect(withKeptArea(initialState, kept)).toMatchObject(interest);
});
