import { expect, test } from 'vitest';
import type { Scene } from '../../source/scene.ts';
import { sceneDistanceDays } from './rank.ts';

function sceneOn(date: string): Scene {
  return {
    id: date,
    collection: '',
    datetime: `${date}T12:00:00Z`,
    cloudCoverPercent: undefined,
    platform: undefined,
    footprint: { type: 'Polygon', coordinates: [] },
    epsg: undefined,
    bands: {},
    classification: undefined,
  };
}

const distance = (date: string, wanted: string, other: string, clouds = 0): number =>
  sceneDistanceDays(sceneOn(date), { date: wanted, otherDate: other }, clouds);

test('days from the date, and half of the days from the other date’s season', () => {
  expect(distance('2021-07-15', '2021-07-15', '2023-07-15')).toBeCloseTo(0, 0);
  expect(distance('2021-07-05', '2021-07-15', '2023-07-15')).toBeCloseTo(15, 0);
  // 10 days from the date; 30 and 50 days from the other date's season.
  const towards = distance('2021-07-11', '2021-07-01', '2023-08-10');
  const away = distance('2021-06-21', '2021-07-01', '2023-08-10');
  expect(towards).toBeCloseTo(25, 0);
  expect(away).toBeCloseTo(35, 0);
});

test('the season runs through the turn of the year', () => {
  expect(distance('2019-12-31', '2019-12-31', '2019-01-01')).toBeLessThan(1);
});

test('clouds count up to 20 days', () => {
  const clear = distance('2021-07-15', '2021-07-15', '2023-07-15');
  expect(distance('2021-07-15', '2021-07-15', '2023-07-15', 1) - clear).toBeCloseTo(20, 9);
  expect(distance('2021-07-15', '2021-07-15', '2023-07-15', 0.25) - clear).toBeCloseTo(5, 9);
});
