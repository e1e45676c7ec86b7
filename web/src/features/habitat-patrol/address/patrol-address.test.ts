import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Area, initialState, type PatrolState } from '../state/patrol-state.ts';
import { isNewPage, ownParameters, readAddress, writeAddress } from './patrol-address.ts';

const addressOf = (state: PatrolState) => writeAddress(new URLSearchParams(), state).toString();
const readyWith = (area: Area): PatrolState => ({
  ...initialState,
  phase: 'ready',
  area,
  origin: { kind: 'address' },
});

test('the initial state needs no parameters', () => {
  expect(addressOf(initialState)).toBe('');
  expect(readAddress(new URLSearchParams())).toEqual(initialState);
});

test('a rectangle is four numbers, unescaped', () => {
  const state = readyWith(rectanglePolygon([-96.1, 41.2, -95.9, 41.3]));
  expect(addressOf(state)).toBe('area=-96.1_41.2_-95.9_41.3');
});

test('whatever area is written is read again, to 5 decimals', () => {
  const degrees = (end: number) =>
    fc.integer({ min: -end * 1e5, max: end * 1e5 }).map((n) => n / 1e5);
  const position = fc.tuple(degrees(180), degrees(90));
  const ring = fc
    .array(position, { minLength: 3, maxLength: 6 })
    .map((positions) => [...positions, positions[0]]);
  const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
  const area = fc.oneof(
    polygon.map((coordinates): Area => ({ type: 'Polygon', coordinates })),
    fc
      .array(polygon, { minLength: 2, maxLength: 3 })
      .map((coordinates): Area => ({ type: 'MultiPolygon', coordinates })),
  );
  fc.assert(
    fc.property(area, (each) => {
      const parameters = new URLSearchParams(addressOf(readyWith(each)));
      expect(readAddress(parameters)).toEqual(readyWith(each));
    }),
  );
});

test('dates, run and opacities come back; parameters of others stay', () => {
  const shown = {
    ...initialState,
    phase: 'shown',
    startDate: '2018-05-01',
    endDate: '2020-05-01',
    area: rectanglePolygon([-96.1, 41.2, -95.9, 41.3]),
    runId: 'Ab3-x_9',
    opacities: { before: 0, after: 10, change: 4 },
    origin: { kind: 'drawn' },
  } as PatrolState;
  const parameters = writeAddress(new URLSearchParams('modal=login'), shown);
  expect(parameters.get('modal')).toBe('login');
  expect(readAddress(parameters)).toEqual({
    ...initialState,
    phase: 'opening',
    runId: 'Ab3-x_9',
    pick: null,
    startDate: '2018-05-01',
    endDate: '2020-05-01',
    opacities: { before: 0, after: 10, change: 4 },
  });
});

test("a species' area stands there by its name, with a run and without one", () => {
  const pick = {
    type: 'critical_habitat',
    scientificName: 'Puma (=Felis) concolor coryi',
  } as const;
  const ready: PatrolState = {
    ...initialState,
    phase: 'ready',
    area: rectanglePolygon([-82, 25, -80, 28]),
    origin: { kind: 'species', pick, notes: [], info: null },
  };
  const parameters = writeAddress(new URLSearchParams(), ready);
  expect(parameters.has('area')).toBe(false);
  expect(readAddress(parameters)).toEqual({ ...initialState, phase: 'fetching', pick });

  const shown = { ...ready, phase: 'shown', runId: 'run-1' } as PatrolState;
  const withRun = writeAddress(new URLSearchParams(), shown);
  expect(readAddress(withRun)).toMatchObject({ phase: 'opening', runId: 'run-1', pick });
});

test('the method comes back, and the land cover with the one that needs it', () => {
  const chosen: PatrolState = { ...initialState, method: 'lda', landCover: 'desert' };
  expect(addressOf(chosen)).toBe('method=lda&cover=desert');
  expect(readAddress(new URLSearchParams('method=lda&cover=desert'))).toEqual(chosen);
  expect(addressOf({ ...chosen, method: 'ndvi' })).toBe('method=ndvi');
});

test('scenes that are left out or chosen come back, before a run and while it is under way', () => {
  const scenes = { before: { exclude: ['b-2'] }, after: { only: ['a-1', 'a-3'] } };
  const ready = { ...readyWith(rectanglePolygon([-96.1, 41.2, -95.9, 41.3])), scenes };
  const parameters = writeAddress(new URLSearchParams(), ready);
  expect(parameters.toString()).toContain('before=without*b-2&after=only*a-1*a-3');
  expect(readAddress(parameters)).toMatchObject({ phase: 'ready', scenes });
  const running = { ...ready, phase: 'running', runId: 'run-1', attempt: 1 } as PatrolState;
  expect(addressOf(running)).toContain('before=without*b-2');
  const shown = { ...ready, phase: 'shown', runId: 'run-1' } as PatrolState;
  expect(addressOf(shown)).not.toContain('b-2');
});

test('an area too long for an address is named as kept, unless its run brings it', () => {
  const positions = Array.from({ length: 500 }, (_, index) => [index / 7, index / 11]);
  const area: Area = { type: 'Polygon', coordinates: [[...positions, positions[0]]] };
  expect(addressOf(readyWith(area))).toBe('area=kept');
  const shown = { ...readyWith(area), phase: 'shown', runId: 'Ab3-x_9' } as PatrolState;
  expect(addressOf(shown)).toBe('run=Ab3-x_9');
  expect(readAddress(new URLSearchParams('area=kept')).phase).toBe('empty');
});

test('an address is compared by what is its own', () => {
  const own = ownParameters(new URLSearchParams('modal=login&run=Ab3-x_9&swipe=50&area=1_2_3_4'));
  expect(own).toBe(ownParameters(new URLSearchParams('area=1_2_3_4&run=Ab3-x_9&swipe=50')));
  expect(own).not.toBe(ownParameters(new URLSearchParams('area=1_2_3_4&run=Ab3-x_9')));
});

describe('Back leads from a run to what it was made of, and to the run from what came after it', () => {
  const ready = readyWith(rectanglePolygon([-96.1, 41.2, -95.9, 41.3]));
  const running = { ...ready, phase: 'running', runId: 'run-1', attempt: 1 } as PatrolState;
  const shown = { ...ready, phase: 'shown', runId: 'run-1' } as PatrolState;
  const ended = { ...ready, phase: 'ended', runId: 'run-1' } as PatrolState;
  test.each<[string, PatrolState, PatrolState, boolean]>([
    ['a run begins', ready, running, true],
    ['reset', shown, initialState, true],
    ['another area after a result', shown, ready, true],
    ['other dates after a failed run', ended, ready, true],
    ['an area is drawn', initialState, ready, false],
    ['a run is done', running, shown, false],
    ['a run is cancelled', running, ready, false],
    ['a run is abandoned', running, initialState, false],
    ['a failed run is tried again', ended, running, false],
  ])('%s', (_, from, to, expected) => {
    expect(isNewPage(from, to)).toBe(expected);
  });
});

describe('what an address says wrongly is at its default', () => {
  test.each([
    'area=1_2_3',
    'area=a_b_c_d',
    'area=10_10_5_20',
    'area=170_10_190_20',
    'area=1_2_3_4_5_6*',
    'area=__________',
    'start=2019-02-30&end=yesterday',
    'opacity=1_2',
    'opacity=a_b_c',
    'run=../../etc',
    'method=magic&cover=moon',
    'species=%20',
  ])('%s', (parameters) => {
    expect(readAddress(new URLSearchParams(parameters))).toEqual(initialState);
  });

  test('opacities beyond the ends are at the ends', () => {
    const { opacities } = readAddress(new URLSearchParams('opacity=99_3.4_0'));
    expect(opacities).toEqual({ before: 10, after: 3, change: 0 });
  });
});
