import type { Place } from '@refugia/contract/basemap.ts';
import { expect, test } from 'vitest';
import { bestPlace, type PlaceAnswer, type PlaceSources, searchPlaces } from './place-search.ts';

function place(name: string, changes: Partial<Place> = {}): Place {
  return {
    kind: 'town',
    name,
    region: 'Nevada',
    description: null,
    longitude: name.length,
    latitude: 39,
    bounds: null,
    fips: null,
    population: null,
    border: null,
    ...changes,
  };
}

const [reno, town] = [place('Reno'), place('Tahoe Vista')];
const lake = place('Lake Tahoe', { kind: 'other', description: 'Lake', region: 'Placer, Nevada' });
const signal = new AbortController().signal;

/** Sources that know these places by a part of their names, and record the queries. */
function sourcesOf({ isAskedAsTyped = true, isAway = false } = {}) {
  const asked: string[] = [];
  const ask = (name: string, places: readonly Place[]) => async (query: string) => {
    asked.push(`${name}: ${query}`);
    if (name === 'geocoder' && isAway) throw new Error('away');
    return places.filter((each) => each.name.toLowerCase().includes(query));
  };
  const geocoded = [lake, { ...town, kind: 'other' as const, region: 'Placer, Nevada' }];
  const sources: PlaceSources = {
    list: ask('list', [reno, town]),
    geocoder: ask('geocoder', geocoded),
    isAskedAsTyped,
  };
  return { sources, asked };
}

async function answersOf(query: string, sources: PlaceSources): Promise<PlaceAnswer[]> {
  const answers: PlaceAnswer[] = [];
  const pause = async () => {};
  await searchPlaces(query, sources, { signal, pause, onAnswer: (each) => answers.push(each) });
  return answers;
}

test('the list answers first, and the geocoder adds what it lacks', async () => {
  const answers = await answersOf('tahoe', sourcesOf().sources);
  expect(answers).toEqual([
    { query: 'tahoe', places: [town] },
    { query: 'tahoe', places: [town, lake] },
  ]);
});

test('a geocoder is spared two letters, and typing where its rules forbid that', async () => {
  const short = sourcesOf();
  await answersOf('ta', short.sources);
  expect(short.asked).toEqual(['list: ta']);
  const polite = sourcesOf({ isAskedAsTyped: false });
  await answersOf('tahoe', polite.sources);
  expect(polite.asked).toEqual(['list: tahoe']);
});

test('while the geocoder is away, the list still serves', async () => {
  const { sources } = sourcesOf({ isAway: true });
  expect((await answersOf('tahoe', sources)).at(-1)?.places).toEqual([town]);
  await expect(answersOf('lake', sources)).rejects.toThrow('away');
});

test('Enter goes by the query that stands there, whatever was found for an earlier one', async () => {
  const { sources, asked } = sourcesOf({ isAskedAsTyped: false });
  const earlier = { query: 'ren', places: [reno] };
  expect(await bestPlace('tahoe', earlier, sources, signal)).toBe(town);
  expect(await bestPlace('lake', earlier, sources, signal)).toBe(lake);
  expect(await bestPlace('zzz', earlier, sources, signal)).toBeNull();
  asked.length = 0;
  expect(await bestPlace('ren', earlier, sources, signal)).toBe(reno);
  expect(asked).toEqual([]);
});
