import type { Species, SpeciesRecord } from '@refugia/contract/species.ts';
import { rectanglePolygon } from '@refugia/engine/geo/bounds.ts';
import { describe, expect, test, vi } from 'vitest';
import { CallFailedError, RequestRefusedError } from '../../../lib/api-errors.ts';
import { fetchSpeciesArea, fetchSpeciesInfo, type SpeciesApi } from './species.ts';

const { signal } = new AbortController();
const pick = { type: 'critical_habitat', scientificName: 'Canis rufus' } as const;
const one = rectanglePolygon([-96.1, 41.2, -96, 41.3]);
const two = rectanglePolygon([-90, 40, -89, 41]);
const unreachable = new CallFailedError('The server could not be reached.', null);

const row = ['Red wolf', 'Canis rufus', '', '', '', 1, 37, null, null, '/pictures/37.webp'];
const recordOf = (data: unknown) => ({ data }) as SpeciesRecord;
const api: SpeciesApi = {
  speciesList: async () => [{ speciesID: 37, scientific_name: 'Canis rufus' } as Species],
  speciesShapes: async () => ({ shapes: [one], notes: [] }),
  speciesRecord: async () => recordOf([row]),
};
const failing = (error: Error) => () => Promise.reject(error);

describe('an area', () => {
  const fetchArea = (change: Partial<SpeciesApi>) =>
    fetchSpeciesArea({ ...api, ...change }, pick, signal);

  test('is all shapes together', async () => {
    const shapes = [one, { type: 'MultiPolygon', coordinates: [two.coordinates] } as const];
    expect(
      await fetchArea({ speciesShapes: async () => ({ shapes: shapes as never, notes: ['x'] }) }),
    ).toEqual({
      type: 'species-area-found',
      pick,
      area: { type: 'MultiPolygon', coordinates: [one.coordinates, two.coordinates] },
      notes: ['x'],
    });
  });

  test.each<[string, Partial<SpeciesApi>, string]>([
    [
      'that is empty',
      { speciesShapes: async () => ({ shapes: [], notes: [] }) },
      'No range found for that species.',
    ],
    [
      'that is not there, with what the server says of it',
      {
        speciesShapes: failing(
          new RequestRefusedError(404, {
            error: 'No range found for that species.',
            code: 'x',
            ...{ reason: 'None was designated.' },
          }),
        ),
      },
      'No range found for that species. None was designated.',
    ],
    [
      'that can’t be fetched',
      { speciesShapes: failing(unreachable) },
      "Something went wrong when we tried to retreive that species' data. Please try again.",
    ],
  ])('%s', async (_, change, message) => {
    expect(await fetchArea(change)).toEqual({ type: 'species-area-missing', pick, message });
  });
});

describe('information', () => {
  const fetchInfo = (change: Partial<SpeciesApi>) =>
    fetchSpeciesInfo({ ...api, ...change }, pick, signal);

  test('is the first column, the second and the tenth', async () => {
    expect(await fetchInfo({})).toEqual({
      type: 'species-info-found',
      pick,
      info: {
        commonName: 'Red wolf',
        scientificName: 'Canis rufus',
        imageUrl: '/pictures/37.webp',
      },
    });
  });

  test.each([[[]], [[null]], [[[1, 2]]], [undefined], ['garbage']])(
    'that is unusable is said: %j',
    async (data) => {
      const event = await fetchInfo({ speciesRecord: async () => recordOf(data) });
      expect(event).toEqual({ type: 'species-info-unusable', pick });
    },
  );

  test('that can’t be fetched is only logged', async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    expect(await fetchInfo({ speciesRecord: failing(unreachable) })).toBeNull();
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

test('what is no longer wanted is left', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(
    fetchSpeciesArea(
      { ...api, speciesShapes: failing(controller.signal.reason) },
      pick,
      controller.signal,
    ),
  ).rejects.toBe(controller.signal.reason);
});
