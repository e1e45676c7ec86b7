import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { expect, test } from 'vitest';
import { requestOf } from './analysis-request.ts';
import { type AreaOrigin, initialState } from './patrol-state.ts';

const area = rectanglePolygon([-96.1, 41.2, -96, 41.3]);
const state = { ...initialState, area, origin: { kind: 'drawn' } as AreaOrigin };

test('defaults are not said', () => {
  expect(requestOf(state)).toEqual({
    coords: JSON.stringify({ type: 'GeometryCollection', geometries: [area] }),
    startDate: '2019-01-01',
    endDate: '2019-12-31',
  });
});

test('the land cover goes with the method that asks for it, and with no other', () => {
  const desert = { ...state, landCover: 'desert' } as const;
  expect(requestOf({ ...desert, method: 'nbr' })).not.toHaveProperty('landCover');
  expect(requestOf({ ...desert, method: 'lda' })).toMatchObject({
    method: 'lda',
    landCover: 'desert',
  });
});

test('scenes are said of the date for which some were chosen', () => {
  const scenes = { before: { exclude: ['b'] }, after: { exclude: [] } };
  expect(requestOf({ ...state, scenes }).scenes).toEqual({ before: { exclude: ['b'] } });
  expect(requestOf({ ...state, scenes: { before: {}, after: { only: ['a'] } } }).scenes).toEqual({
    after: { only: ['a'] },
  });
});

test('an area that has a name gives it to the run, cut to 100 characters', () => {
  const pick = { type: 'species_range', scientificName: 'Canis rufus' } as const;
  const info = { commonName: 'Red wolf', scientificName: 'Canis rufus', imageUrl: null };
  const nameOf = (origin: AreaOrigin) => requestOf({ ...state, origin }).areaName;
  expect(nameOf({ kind: 'species', pick, notes: [], info })).toBe('Red wolf');
  expect(nameOf({ kind: 'species', pick, notes: [], info: null })).toBe('Canis rufus');
  expect(nameOf({ kind: 'example', name: 'Fire' })).toBe('Fire');
  const fileName = `${'x'.repeat(200)}.zip`;
  const upload = { kind: 'upload', skipped: [], notes: [] } as const;
  expect(nameOf({ ...upload, fileName, name: null })).toHaveLength(100);
  expect(nameOf({ ...upload, fileName: 'north.woods.zip', name: null })).toBe('north.woods');
  expect(nameOf({ ...upload, fileName: 'north.woods.zip', name: 'Owl wood' })).toBe('Owl wood');
});
