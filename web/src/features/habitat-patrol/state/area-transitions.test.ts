import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { describe, expect, test } from 'vitest';
import type { PatrolEffect, PatrolEvent } from './patrol-events.ts';
import { initialState, type PatrolState } from './patrol-state.ts';
import { transition } from './patrol-transition.ts';

/** About 0.1° × 0.1°: a perimeter near 39 km. */
const small = rectanglePolygon([-96, 41, -95.9, 41.1]);
const other = rectanglePolygon([-90, 40, -89.9, 40.1]);
/** A perimeter near 390 km. */
const large = rectanglePolygon([-96, 41, -95, 42]);
/** This area is as wide as a state. */
const wide = rectanglePolygon([-100, 38, -90, 42]);

const tooLarge: PatrolEffect = {
  kind: 'alert',
  alert: 'warning',
  message: 'Please draw a polygon that covers a smaller amount of land.',
};
const pick = { type: 'species_range', scientificName: 'Canis rufus' } as const;
const info = { commonName: 'Red wolf', scientificName: 'Canis rufus', imageUrl: null };

function play(start: PatrolState, ...events: PatrolEvent[]) {
  let state = start;
  const effects: PatrolEffect[] = [];
  for (const event of events) {
    const next = transition(state, event);
    state = next.state;
    effects.push(...next.effects);
  }
  return { state, effects };
}

const draw = (area = small): PatrolEvent => ({
  type: 'area-picked',
  area,
  origin: { kind: 'drawn' },
});
const ready = play(initialState, draw()).state;
const fetching = play(ready, { type: 'species-picked', pick }).state;
const found: PatrolEvent = { type: 'species-area-found', pick, area: wide, notes: ['By county.'] };
const withSpecies = play(fetching, found, { type: 'species-info-found', pick, info }).state;

describe('drawing', () => {
  test('makes the area ready, where the map is already', () => {
    const { state, effects } = play(initialState, draw());
    expect(state).toMatchObject({ phase: 'ready', area: small });
    expect(effects).toEqual([]);
  });

  test('resets the species and takes the place of the earlier area', () => {
    const { state } = play(withSpecies, draw());
    expect(state).toMatchObject({ phase: 'ready', area: small, origin: { kind: 'drawn' } });
  });

  test('what is longer around than 85,420 m is rejected and removed, with the earlier area', () => {
    const { state, effects } = play(ready, draw(large));
    expect(state).toMatchObject({ phase: 'empty', refused: large });
    expect(effects).toEqual([tooLarge]);
    expect(play(state, { type: 'area-removed' }).state).not.toHaveProperty('refused');
  });

  test('the limit itself is allowed', () => {
    // On the sphere of 6,371,000 m a square on the equator with sides of s degrees is
    // 4 · s · 111,194.93 m around, but for some 10⁻⁶ of its northern side: 85,420 m at s = 0.192050.
    const square = (side: number) => rectanglePolygon([0, 0, side, side]);
    expect(play(initialState, draw(square(0.19204))).state.phase).toBe('ready');
    expect(play(initialState, draw(square(0.19207))).state.phase).toBe('empty');
  });
});

describe('an area from elsewhere', () => {
  test('of a file may be longer around, and the map flies to its centre at zoom 5', () => {
    const upload: PatrolEvent = {
      type: 'area-picked',
      area: wide,
      origin: { kind: 'upload', fileName: 'range.zip', name: null, skipped: [], notes: [] },
    };
    const { state, effects } = play(withSpecies, upload);
    expect(state).toMatchObject({ phase: 'ready', area: wide, origin: { kind: 'upload' } });
    expect(effects).toEqual([{ kind: 'fly-to', center: [-95, 40], zoom: 4 }]);
  });

  test('that would be a speck at zoom 5 is shown whole, with the dates it brings', () => {
    const example: PatrolEvent = {
      type: 'area-picked',
      area: small,
      origin: { kind: 'example', name: 'Fire' },
      startDate: '2020-06-01',
      endDate: '2021-06-01',
    };
    const { state, effects } = play(initialState, example);
    expect(state).toMatchObject({ startDate: '2020-06-01', endDate: '2021-06-01' });
    expect(effects).toEqual([{ kind: 'fit-bounds', bounds: [-96, 41, -95.9, 41.1] }]);
  });
});

describe('editing', () => {
  test('changes the area, and what was a species becomes a drawing', () => {
    const { state, effects } = play(withSpecies, { type: 'area-edited', area: small });
    expect(state).toMatchObject({ phase: 'ready', area: small, origin: { kind: 'drawn' } });
    expect(effects).toEqual([]);
  });

  test('beyond the limit is taken back; an area beyond it may be made smaller', () => {
    const beyond = play(ready, { type: 'area-edited', area: large });
    expect(beyond).toEqual({ state: ready, effects: [tooLarge] });
    const { state } = play(withSpecies, { type: 'area-edited', area: large });
    expect(state).toMatchObject({ phase: 'ready', area: large });
  });

  test('without an area nothing happens', () => {
    expect(play(initialState, { type: 'area-edited', area: small })).toEqual({
      state: initialState,
      effects: [],
    });
  });
});

describe('undo and redo', () => {
  test('go through all areas, none among them', () => {
    const edited = play(
      ready,
      { type: 'area-edited', area: other },
      { type: 'area-removed' },
    ).state;
    const areas = (...events: PatrolEvent['type'][]) => {
      const { state } = play(edited, ...events.map((type) => ({ type }) as PatrolEvent));
      return 'area' in state ? state.area : null;
    };
    expect(areas()).toBeNull();
    expect(areas('undone')).toEqual(other);
    expect(areas('undone', 'undone')).toEqual(small);
    expect(areas('undone', 'undone', 'undone')).toBeNull();
    expect(areas('undone', 'undone', 'undone', 'undone')).toBeNull();
    expect(areas('undone', 'undone', 'redone')).toEqual(other);
    expect(areas('undone', 'redone', 'redone')).toBeNull();
  });

  test('a new area ends what could be done again', () => {
    const { state } = play(ready, { type: 'undone' }, draw(other), { type: 'redone' });
    expect(state).toMatchObject({ area: other });
  });

  test('bring a species back with its panel, and the map to it', () => {
    const { state, effects } = play(withSpecies, draw(), { type: 'undone' });
    expect(state).toMatchObject({ area: wide, origin: { kind: 'species', info } });
    expect(effects).toEqual([{ kind: 'fly-to', center: [-95, 40], zoom: 4 }]);
  });

  test('never take a result away', () => {
    const result = {
      id: 'run-1',
      beforeImg: 'b',
      afterImg: 'a',
      change_occured: true,
    } as RunResult;
    const run: PatrolEvent = { type: 'run-requested', today: '2026-11-21' };
    const shown = play(ready, run, { type: 'succeeded', result }).state;
    expect(shown.phase).toBe('shown');
    expect(play(shown, { type: 'undone' }, { type: 'redone' }).state).toBe(shown);
  });

  test('dates that were entered stay', () => {
    const dates: PatrolEvent = { type: 'dates-changed', startDate: '2018-01-01' };
    const { state } = play(ready, dates, { type: 'area-removed' }, { type: 'undone' });
    expect(state).toMatchObject({ phase: 'ready', startDate: '2018-01-01' });
  });
});

describe('a species', () => {
  test('that is picked clears the area and loads', () => {
    expect(fetching).toMatchObject({ phase: 'fetching', pick });
    expect('area' in fetching).toBe(false);
    const { effects } = play(ready, { type: 'species-picked', pick });
    expect(effects).toEqual([{ kind: 'fetch-species-area', pick }]);
  });

  test('makes its area ready, flies there at zoom 5 and asks for its information', () => {
    const { state, effects } = play(fetching, found);
    expect(state).toMatchObject({
      phase: 'ready',
      area: wide,
      origin: { kind: 'species', pick, notes: ['By county.'], info: null },
    });
    expect(effects).toEqual([
      { kind: 'fly-to', center: [-95, 40], zoom: 4 },
      { kind: 'fetch-species-info', pick },
    ]);
  });

  test('without an area says so, and loading ends', () => {
    const message = 'No range found for that species.';
    const { state, effects } = play(fetching, { type: 'species-area-missing', pick, message });
    expect(state.phase).toBe('empty');
    expect(effects).toEqual([{ kind: 'alert', alert: 'error', message }]);
  });

  test('keeps the scenes that an address leaves out for it', () => {
    const scenes = { before: { exclude: ['b-2'] }, after: {} };
    const opened = { ...initialState, phase: 'fetching', pick, scenes } as PatrolState;
    expect(play(opened, found).state).toMatchObject({ phase: 'ready', scenes });
  });

  test('becomes active with its information', () => {
    expect(withSpecies).toMatchObject({ origin: { info } });
  });

  test('of which the catalogue gives nothing usable keeps its area', () => {
    const start = play(fetching, found).state;
    const { state, effects } = play(start, { type: 'species-info-unusable', pick });
    expect(state).toBe(start);
    expect(effects).toEqual([
      { kind: 'alert', alert: 'error', message: 'No information found for that species.' },
    ]);
  });

  test('can be given up while it loads; what comes late, or for another, changes nothing', () => {
    const given = play(fetching, { type: 'area-removed' }).state;
    expect(given.phase).toBe('empty');
    expect(play(given, found)).toEqual({ state: given, effects: [] });
    const second = { ...pick, scientificName: 'Canis lupus' };
    const instead = play(fetching, { type: 'species-picked', pick: second }).state;
    expect(play(instead, found).state).toBe(instead);
    expect(play(ready, { type: 'species-info-found', pick, info }).state).toBe(ready);
    expect(play(ready, { type: 'species-info-unusable', pick }).effects).toEqual([]);
  });
});

test('while a run is under way the area rests', () => {
  const running = play(ready, { type: 'run-requested', today: '2026-11-21' }).state;
  const events: PatrolEvent[] = [
    draw(other),
    { type: 'area-edited', area: other },
    { type: 'area-removed' },
    { type: 'undone' },
    { type: 'redone' },
    { type: 'species-picked', pick },
  ];
  for (const event of events)
    expect(transition(running, event)).toEqual({ state: running, effects: [] });
});

describe('scenes that were chosen', () => {
  const choose = (date: 'before' | 'after'): PatrolEvent => ({
    type: 'scenes-chosen',
    date,
    choice: { exclude: ['scene-1'] },
  });
  const chosen = play(ready, choose('before'), choose('after')).state;

  test('are forgotten with the date that they were chosen for', () => {
    const { state } = play(chosen, { type: 'dates-changed', endDate: '2020-01-01' });
    expect(state.scenes).toEqual({ before: { exclude: ['scene-1'] }, after: {} });
  });

  test('are forgotten with the area', () => {
    expect(play(chosen, draw(other)).state.scenes).toEqual({ before: {}, after: {} });
  });
});
