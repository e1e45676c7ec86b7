import { expect, test } from 'vitest';
import { findZipCodes } from './zip-codes.ts';

// By the Postal Service's names of cities: 68102 is downtown Omaha, 80302 Boulder with the hills west
// of it, 02134 Allston in Boston. The positions are those of the cities on any map.
test.each([
  ['68102', 'Douglas County, Nebraska', -95.93, 41.26],
  ['80302', 'Boulder County, Colorado', -105.36, 40.04],
  ['80302-1234', 'Boulder County, Colorado', -105.36, 40.04],
  [' 02134 ', 'Suffolk County, Massachusetts', -71.13, 42.36],
])('%s lies in %s', (query, region, longitude, latitude) => {
  const [found, ...others] = findZipCodes(query, 8);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: 'zip', name: query.trim().slice(0, 5), region });
  expect(found!.longitude).toBeCloseTo(longitude, 1);
  expect(found!.latitude).toBeCloseTo(latitude, 1);
});

test('codes are found by their beginnings, in their order, up to the limit', () => {
  const names = findZipCodes('8030', 3).map(({ name }) => name);
  expect(names).toEqual(['80301', '80302', '80303']);
});

test.each(['', '80', 'Omaha', '803021', '80302-12', '00000'])('"%s" is no ZIP code', (query) => {
  expect(findZipCodes(query, 8)).toEqual([]);
});
