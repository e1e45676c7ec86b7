import { expect, test } from 'vitest';
import { countyAt } from './county.ts';

// Seats of counties, from the U.S. Census Bureau's gazetteer.
test.each([
  ['Casper', -106.325, 42.835, 'Natrona County, Wyoming'],
  ['Crowley', -92.374, 30.214, 'Acadia Parish, Louisiana'],
  ['Richmond, a city without a county', -77.46, 37.54, 'Richmond, Virginia'],
  ['Toronto', -79.38, 43.65, null],
  ['the Pacific', -140, 30, null],
])('%s', async (_, longitude, latitude, name) => {
  expect(await countyAt(longitude, latitude)).toBe(name);
});
