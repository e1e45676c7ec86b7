import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp({ work: false });
});

afterAll(async () => {
  await site.close();
});

function area(species: string, type: string) {
  return site.app.inject({ url: '/api/changedetection/aoi', query: { species, type } });
}

describe('the list', () => {
  test('holds all species with the searches that offer them', async () => {
    const reply = await site.app.inject({ method: 'PUT', url: '/api/changedetection/aoi' });
    expect(reply.statusCode).toBe(200);
    const list = reply.json();
    expect(list).toHaveLength(956);
    expect(list.find((each: { speciesID: number }) => each.speciesID === 3652)).toEqual({
      speciesID: 3652,
      common_name: 'Canada Lynx',
      scientific_name: 'Lynx canadensis',
      group: 'Mammals',
      status: 'Threatened',
      critical_habitat: 'Final',
      gbif_key: 2435263,
      searches: ['species_range', 'critical_habitat'],
    });
    expect(list.find((each: { speciesID: number }) => each.speciesID === 37).searches).toEqual([
      'species_range',
    ]);
  });

  test('is sent once to a browser that keeps it', async () => {
    const first = await site.app.inject({ url: '/api/species' });
    const list = await site.app.inject({ method: 'PUT', url: '/api/changedetection/aoi' });
    expect(first.json()).toEqual(list.json());
    const etag = String(first.headers.etag);
    const again = await site.app.inject({
      url: '/api/species',
      headers: { 'if-none-match': etag },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });
});

describe('a range', () => {
  test.each(['Red wolf', 'CANIS RUFUS'])('is found for "%s"', async (name) => {
    const reply = await area(name, 'species_range');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      speciesID: 37,
      common_name: 'Red wolf',
      scientific_name: 'Canis rufus',
      approximate: true,
      note: 'Counties where the species is known or believed to occur.',
      county_count: 5,
      geometries: [expect.arrayContaining([expect.objectContaining({ type: 'Polygon' })])],
    });
  });

  test.each(['', 'Unicorn', "Canis rufus' OR 1=1"])('is not found for "%s"', async (name) => {
    const reply = await area(name, 'species_range');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      error: 'No range found for that species.',
      code: 'species_unknown',
    });
  });

  test('of a name that two species share is asked for by scientific name', async () => {
    const reply = await area('[no common name] beetle', 'species_range');
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      error: '2 species are called "[no common name] Beetle". Choose one by its scientific name.',
      code: 'species_ambiguous',
      choices: [{ scientific_name: 'Rhadine exilis' }, { scientific_name: 'Rhadine infernalis' }],
    });
    expect((await area('Rhadine exilis', 'species_range')).statusCode).toBe(200);
  });

  test('of an unknown type, or of a name beyond measure, is refused', async () => {
    expect((await area('Red wolf', 'everything')).statusCode).toBe(400);
    expect((await area('a'.repeat(201), 'species_range')).statusCode).toBe(400);
  });
});
