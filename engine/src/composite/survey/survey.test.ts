import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Scene } from '../../source/scene.ts';
import type { WorkArea } from '../types.ts';
import { usability } from '../usability/classification.ts';
import { Survey } from './survey.ts';

/** Neighbouring tiles of one satellite's pass, equally far from every date. */
const tiles = ['west', 'middle', 'east'].map(
  (id): Scene => ({
    id,
    collection: '',
    datetime: '2021-09-14T18:00:00Z',
    cloudCoverPercent: 0,
    platform: undefined,
    footprint: { type: 'Polygon', coordinates: [] },
    epsg: undefined,
    bands: {},
    classification: undefined,
  }),
);

async function surveyed(slowest: string): Promise<string[]> {
  const survey = new Survey(
    tiles,
    { date: '2021-09-14', otherDate: '2019-08-01' },
    {
      workArea: { mask: new Uint8Array(3), pixelCount: 3 } as WorkArea,
      signal: undefined,
      onSurveyed: () => {},
      readUsability: async ({ id }) => {
        if (id === slowest) await pause(20);
        const usable = Uint8Array.from(tiles, (tile) => (tile.id === id ? usability.clear : 0));
        return { usable, counts: Uint32Array.of(2, 0, 1, 0, 0) };
      },
    },
  );
  await survey.readEnough();
  return survey.scenes.map(({ scene }) => scene.id);
}

test.each(tiles)(
  'scenes that are equally near keep their order when $id is read last',
  async ({ id }) => {
    expect(await surveyed(id)).toEqual(['west', 'middle', 'east']);
  },
);
