import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Polygon } from 'geojson';
import { afterEach, expect, test } from 'vitest';
import {
  type EarthSearchOptions,
  type EarthSearchServer,
  startEarthSearchServer,
} from '../../testing/earth-search-server.ts';
import { transportTo } from '../../testing/http-imagery.ts';
import { searchScenes } from './search.ts';

/** About 110 × 110 km of Iowa: one piece of a large area. */
const area: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [-94, 41.5],
      [-92.7, 41.5],
      [-92.7, 42.5],
      [-94, 42.5],
      [-94, 41.5],
    ],
  ],
};

let server: EarthSearchServer;
afterEach(() => server.close());

async function search(options: EarthSearchOptions & { date?: string }) {
  server = await startEarthSearchServer(options);
  const transport = transportTo(server);
  const { catalogueUrl } = server;
  const { date = '2021-07-10', collections } = options;
  return searchScenes({ transport, catalogueUrl, area, date, collections });
}

const collections = ['sentinel-2-c1-l2a'];

test('the scenes of one piece are a few pages, a quarter as heavy as the catalogue has them', async () => {
  const { scenes, notes } = await search({ collections });
  expect(notes).toEqual([]);
  expect(scenes.every(({ bands }) => Object.keys(bands).length === 6)).toBe(true);
  expect(scenes.every(({ classification }) => classification !== undefined)).toBe(true);
  expect(server.counts.items).toBe(scenes.length);
  expect(server.counts.searches).toBe(Math.ceil(scenes.length / 100));
  // Earth Search's own entries of both collections are 18.8 and 22.5 kB long (2025).
  expect(server.counts.searchBytes / scenes.length).toBeLessThan(5_500);
});

test('of ten thousand scenes those around the date are taken, in a bounded number of pages', async () => {
  const { scenes, notes } = await search({ collections, copies: 100 });
  const [note] = notes.map(runSentence);
  expect(note).toMatch(/^The collection sentinel-2-c1-l2a has more than 1,000 scenes/);
  expect(scenes.length).toBeGreaterThan(0);
  expect(scenes.length).toBeLessThanOrEqual(1_000);
  const days = scenes.map(({ datetime }) =>
    Math.abs(Date.parse(datetime) - Date.parse('2021-07-10T12:00:00Z')),
  );
  expect(Math.max(...days)).toBeLessThan(12 * 86_400_000);
  expect(server.counts.searches).toBeLessThanOrEqual(4 + 10);
  expect(server.counts.searchBytes).toBeLessThan(10e6);
});

test('a page that can not be had takes its own scenes away, no others', async () => {
  const whole = await search({ collections });
  await server.close();
  const { scenes, notes } = await search({
    collections,
    failsSearch: (number) => number >= 2,
  });
  expect(scenes).toHaveLength(100);
  expect(whole.scenes.length).toBeGreaterThan(100);
  expect(notes).toHaveLength(1);
  expect(runSentence(notes[0])).toMatch(
    /^A part of the collection sentinel-2-c1-l2a could not be searched: .*502/,
  );
  // The first page, and both attempts at the second.
  expect(server.counts.searches).toBe(3);
});
