import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Polygon } from 'geojson';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transportTo } from '../../../testing/http-imagery.ts';
import { type ImageryServer, startImageryServer } from '../../../testing/imagery-server.ts';
import type { Scene } from '../../source/scene.ts';
import { searchScenes } from '../../source/search.ts';
import type { Transport } from '../../source/transport.ts';
import { buildComposites, chooseWorkArea, pictureNotes } from '../index.ts';
import type { Composite, CompositePair } from '../types.ts';

const folder = join(
  process.env.REFUGIA_SHARED ?? '../shared',
  'data/change/s2_l2a_stac_T33TWL_120m',
);
const hasScenes = existsSync(folder);
if (!hasScenes) console.warn(`No real Sentinel-2 scenes at ${folder}: their tests are skipped.`);

const area: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [15.3, 45.3],
      [15.9, 45.3],
      [15.9, 45.7],
      [15.3, 45.7],
      [15.3, 45.3],
    ],
  ],
};

// Expected: numpy over rasterio 1.3.5 reads of the same files: pixel centres in the area, SCL not in
// {0, 1, 2, 3, 8, 9, 10, 11}, sums of B02, B03, B04, B08; 20 August first, 15 August where it is masked.
const expected = {
  areaPixels: 144_659,
  before: { clear: 30_189, sums: [22_895_000, 27_730_314, 20_116_346, 119_689_662] },
  after: {
    clear: { '2023-08-20': 141_246, '2023-08-15': 2_943 },
    sums: [77_163_186, 98_287_934, 67_433_893, 482_685_644],
  },
};

describe.skipIf(!hasScenes)('real Sentinel-2 scenes, 120 m', () => {
  let server: ImageryServer;
  let transport: Transport;

  beforeAll(async () => {
    server = await startImageryServer(folder, { maxPageSize: 1 });
    transport = transportTo(server, { attempts: 4 });
  });
  afterAll(() => server.close());
  beforeEach(() => server.faults.clear());

  async function scenesAround(date: string, windowDays: number): Promise<readonly Scene[]> {
    const { catalogueUrl } = server;
    return (await searchScenes({ transport, catalogueUrl, area, date, windowDays })).scenes;
  }

  async function compose(): Promise<CompositePair & { areaPixels: number }> {
    const beforeScenes = await scenesAround('2023-08-10', 2);
    const afterScenes = await scenesAround('2023-08-20', 7);
    const scenes = [...beforeScenes, ...afterScenes];
    const workArea = await chooseWorkArea({ area, scenes, transport });
    expect(workArea.pixelSizeMeters).toBe(120);
    const pair = await buildComposites({
      startDate: '2023-08-10',
      endDate: '2023-08-20',
      beforeScenes,
      afterScenes,
      workArea,
      transport,
    });
    return { ...pair, areaPixels: workArea.pixelCount };
  }

  const sumsOf = ({ bands }: Composite): number[] =>
    bands.map((band) => band.reduce((sum, value) => sum + value, 0));

  test('give the pixels and the values that rasterio gives', async () => {
    const { before, after, areaPixels } = await compose();
    expect(areaPixels).toBe(expected.areaPixels);
    expect(before.names).toEqual(['blue', 'green', 'red', 'nir']);
    expect(runSentence(pictureNotes({ before, after })[0])).toContain('no swir1, swir2 in common');
    expect(before.scenes[0].pixelCount).toBe(expected.before.clear);
    expect(sumsOf(before)).toEqual(expected.before.sums);
    const clear = after.scenes.map(({ scene, pixelCount }) => [
      scene.datetime.slice(0, 10),
      pixelCount,
    ]);
    expect(Object.fromEntries(clear)).toEqual(expected.after.clear);
    expect(sumsOf(after)).toEqual(expected.after.sums);
    expect([before.date, after.date]).toEqual(['2023-08-10', '2023-08-20']);
  });

  test.each([
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['503', { kind: 'status', status: 503 }],
    ['truncated bodies', { kind: 'truncate' }],
  ] as const)('give the same through %s', async (_what, fault) => {
    server.faults.add(
      { ...fault, path: /search/, times: 1 },
      { ...fault, path: /SCL/, times: 3 },
      { ...fault, path: /B04/, times: 3 },
    );
    const { before, after } = await compose();
    expect(sumsOf(before)).toEqual(expected.before.sums);
    expect(sumsOf(after)).toEqual(expected.after.sums);
  });

  test('a missing asset costs its scene, not the run', async () => {
    server.faults.add({ kind: 'status', status: 404, path: /20230820.*B08/ });
    const { after, notes } = await compose();
    expect(after.date).toBe('2023-08-15');
    expect(after.scenes[0].pixelCount).toBe(144_028);
    expect(notes.map(runSentence)).toContainEqual(
      expect.stringMatching(/S2B_33TWL_20230820_0_L2A was left out/),
    );
  });
});
