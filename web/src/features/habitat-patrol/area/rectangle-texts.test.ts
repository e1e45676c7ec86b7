import { expect, test } from 'vitest';
import { readRectangle } from './rectangle-texts.ts';

const fine = { north: '41.3', west: ' -96.1', east: '-96', south: '41.2' };

test('four sides in degrees are a rectangle: west, south, east, north', () => {
  expect(readRectangle(fine)).toEqual({ rectangle: [-96.1, 41.2, -96, 41.3], errors: {} });
});

test('each side that is wrong is told what would be right', () => {
  const { rectangle, errors } = readRectangle({ north: '', west: 'x', east: '181', south: '-91' });
  expect(rectangle).toBeNull();
  expect(errors).toEqual({
    north: 'This is required.',
    west: 'Degrees, −180 to 180.',
    east: 'Degrees, −180 to 180.',
    south: 'Degrees, −90 to 90.',
  });
});

test('sides that are swapped are no rectangle', () => {
  const swapped = readRectangle({ ...fine, east: '-97', north: '41.2' });
  expect(swapped.rectangle).toBeNull();
  expect(Object.keys(swapped.errors)).toEqual(['east', 'north']);
});
