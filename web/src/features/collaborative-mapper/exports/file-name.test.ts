import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test.each([
  ['Lamar valley', 'geojson', 'Lamar valley.geojson'],
  ['a/b\\c:d*e', 'shapefile', 'a b c d e.zip'],
  ['../../etc', 'csv', 'etc.csv'],
  ['Bärenpfad', 'kml', 'Bärenpfad.kml'],
  ['???', 'png', 'map.png'],
] as const)('%j as %s is called %s', (name, format, expected) => {
  expect(fileNameOf(name, format)).toBe(expected);
});
