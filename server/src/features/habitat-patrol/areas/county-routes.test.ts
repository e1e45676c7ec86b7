import { writeArea } from '@refugia/contract/area.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp?.close());

const ask = (coords: string) =>
  testApp.app.inject({
    method: 'POST',
    url: '/api/changedetection/aoi/counties',
    payload: { coords },
  });
const namesIn = async (coords: string) =>
  (await ask(coords)).json().map(({ name }: { name: string }) => name);

test('the counties of an area are listed by name', async () => {
  // Boulder lies in Boulder County; Broomfield, Adams and Weld lie east of it, Jefferson
  // and Gilpin south (Colorado's counties on any map).
  const coords = writeArea(rectanglePolygon([-105.6, 39.85, -104.95, 40.1]));
  expect(await namesIn(coords)).toEqual([
    'Adams, Colorado',
    'Boulder, Colorado',
    'Broomfield, Colorado',
    'Gilpin, Colorado',
    'Jefferson, Colorado',
    'Weld, Colorado',
  ]);
});

test('the border of a county has that county alone', async () => {
  const reply = await testApp.app.inject('/api/basemap/borders/county-08013');
  expect(await namesIn(JSON.stringify(reply.json()))).toEqual(['Boulder, Colorado']);
});

test('other countries have none, and what is no area is refused', async () => {
  expect(await namesIn(writeArea(rectanglePolygon([10, 50, 11, 51])))).toEqual([]);
  const reply = await ask('nowhere');
  expect([reply.statusCode, typeof reply.json().error]).toEqual([400, 'string']);
});
