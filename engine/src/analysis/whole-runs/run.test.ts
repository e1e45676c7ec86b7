import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { Polygon } from 'geojson';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transportTo } from '../../../testing/http-imagery.ts';
import { type ImageryServer, startImageryServer } from '../../../testing/imagery-server.ts';
import { readChange } from '../../../testing/synthetic-runs.ts';
import { syntheticWorld, writeSyntheticScenes } from '../../../testing/synthetic-scenes.ts';
import { AnalysisFailure } from '../../failure/analysis-failure.ts';
import { areaBounds } from '../../geo/bounds.ts';
import { tileAt } from '../../geo/web-mercator.ts';
import { changeRendering } from '../../render/change-palette.ts';
import { naturalColours } from '../../render/rendering.ts';
import { renderTile } from '../../render/tile.ts';
import { FileSource } from '../../source/file-source.ts';
import { openTiff } from '../../tiff/index.ts';
import { readPatches } from '../result/patch-files.ts';
import { runAnalysis } from '../run.ts';
import type { AnalysisProgress, AnalysisRequest, AnalysisResult } from '../types.ts';

const { area, startDate, endDate } = syntheticWorld;
const request: AnalysisRequest = { area, startDate, endDate };

let scenesFolder: string;
let outputFolder: string;
let server: ImageryServer;

beforeAll(async () => {
  scenesFolder = await mkdtemp(join(tmpdir(), 'refugia-scenes-'));
  await writeSyntheticScenes(scenesFolder);
  server = await startImageryServer(scenesFolder);
});
afterAll(async () => {
  await server.close();
  await rm(scenesFolder, { recursive: true, force: true });
});
beforeEach(async () => {
  server.faults.clear();
  outputFolder = await mkdtemp(join(tmpdir(), 'refugia-run-'));
});
afterEach(() => rm(outputFolder, { recursive: true, force: true }));

function run(
  changes: Partial<AnalysisRequest> = {},
  options: { signal?: AbortSignal; onProgress?: (progress: AnalysisProgress) => void } = {},
): Promise<AnalysisResult> {
  const transport = transportTo(server);
  const { catalogueUrl } = server;
  return runAnalysis(
    { ...request, ...changes },
    { transport, catalogueUrl, outputFolder, ...options },
  );
}

function failure(changes: Partial<AnalysisRequest> = {}): Promise<AnalysisFailure> {
  return run(changes).then(
    () => Promise.reject(new Error('The run succeeded.')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(AnalysisFailure);
      return error as AnalysisFailure;
    },
  );
}

describe('a run over scenes whose truth is known', () => {
  test('tells of a hole within a hole, as the upload of a file does', async () => {
    const [west, south, east, north] = areaBounds(area);
    const inset = (share: number) => {
      const [x, y] = [(east - west) * share, (north - south) * share];
      const [left, right, low, high] = [west + x, east - x, south + y, north - y];
      return [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
        [left, low],
      ];
    };
    const coordinates = [inset(0), inset(0.2), inset(0.4)];
    const { notes } = await run({ area: { type: 'Polygon', coordinates } });
    expect(notes).toContainEqual({ code: 'holes-within-holes' });
    expect((await run()).notes).not.toContainEqual({ code: 'holes-within-holes' });
  });

  test('finds the change, measures it, and stores what it found', async () => {
    const told: AnalysisProgress[] = [];
    const result = await run({}, { onProgress: (progress) => told.push(progress) });

    expect([...new Set(told.map(({ step }) => step))]).toEqual([
      'searching',
      'reading',
      'compositing',
      'detecting',
      'rendering',
    ]);
    // Both long steps count their scenes up, never beyond the total that they report.
    for (const step of ['searching', 'reading']) {
      const counts = told.filter((each) => each.step === step && each.total !== undefined);
      const done = counts.map((each) => each.done!);
      expect(done.length).toBeGreaterThan(1);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      expect(counts.every(({ total }) => done.at(-1)! <= total!)).toBe(true);
    }
    expect(result.changeOccurred).toBe(true);
    expect(result.method).toBe('automatic');
    expect(result.beforeDate).toBe('2021-07-14');
    expect(result.afterDate).toBe('2023-07-16');
    expect(result.bands).toEqual(['blue', 'green', 'red', 'nir', 'swir1', 'swir2']);

    // 280 × 280 pixels of 10 m, within 0.1 % of 784 ha (UTM's scale at its central meridian is .9996).
    expect(result.statistics.areaHectares).toBeGreaterThan(784);
    expect(result.statistics.areaHectares).toBeLessThan(784 * 1.002);
    expect(result.statistics.clearShare).toBeGreaterThan(0.99);
    // 50 × 40 pixels: 20 hectares.
    expect(Math.abs(result.statistics.changedHectares - 20)).toBeLessThan(2);
    expect(Math.abs(result.statistics.largestPatchHectares - 20)).toBeLessThan(2);

    expect(result.statistics.kinds[0]).toMatchObject({ kind: 'vegetation_loss' });
    expect(result.scenes.every(({ cloudShare }) => cloudShare >= 0 && cloudShare <= 1)).toBe(true);
    const [largest] = await readPatches(createReadStream(result.files.patches), {
      offset: 0,
      limit: 1,
    });
    expect(largest!.properties.hectares).toBeCloseTo(result.statistics.largestPatchHectares, 3);

    expect((await readChange(result)).f1).toBeGreaterThan(0.95);

    const stored = JSON.parse(await readFile(join(outputFolder, 'result.json'), 'utf8'));
    expect(stored.result.statistics).toEqual(result.statistics);
    expect(stored.request).toEqual(request);
    expect(stored.result.notes).toEqual(result.notes);
    expect(stored.result).toMatchObject({
      method: 'automatic',
      parameters: { windowDays: 45, smallestChangeHectares: 0.5 },
      provenance: {
        software: 'Refugia',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        catalogueUrl: server.catalogueUrl,
        collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
        computedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      },
    });
    expect(stored.result.scenes).toEqual(result.scenes);
    expect((await readdir(outputFolder)).sort()).toEqual([
      'after.tif',
      'before.tif',
      'change.tif',
      'change.tif.aux.xml',
      'change.zip',
      'patch-ids.tif',
      'patches.geojson',
      'patches.kml',
      'patches.zip',
      'result.json',
    ]);
  });

  test('says that nothing changed where nothing did', async () => {
    // West of the change, which begins 1.2 km from the scenes' edge.
    const [west, south, east, north] = boundsOf(area);
    const result = await run({ area: rectangle(west, south, west + (east - west) * 0.35, north) });
    expect(result.changeOccurred).toBe(false);
    expect(result.statistics.changedHectares).toBeLessThan(0.5);
  });

  test('counts a change from the size that is asked for', async () => {
    const result = await run({ smallestChangeHectares: 25 });
    expect(result.changeOccurred).toBe(false);
    expect(result.statistics.patchCount).toBeGreaterThan(0);
  });

  test('the files become tiles', async () => {
    const { files } = await run();
    const [west, south, east, north] = boundsOf(area);
    const tile = tileAt((west + east) / 2, (south + north) / 2, 14);
    for (const layer of ['before', 'after', 'change'] as const) {
      const source = await FileSource.open(files[layer]);
      const rendering = layer === 'change' ? changeRendering() : naturalColours;
      const png = await renderTile(await openTiff(source), rendering, tile);
      await source.close();
      const { channels } = await sharp(png!).stats();
      expect(channels.at(-1)!.max).toBeGreaterThan(0);
    }
  });
});

describe('a run that can give no result', () => {
  test('no scene around the date: it would fail again', async () => {
    const { permanent, fact } = await failure({ startDate: '2016-07-15' });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toContain('2016-07-15');
  });

  test('no scene of the place: it would fail again', async () => {
    const { permanent } = await failure({ area: rectangle(-90, 30, -89.98, 30.02) });
    expect(permanent).toBe(true);
  });

  test('an area of a few pixels: it would fail again', async () => {
    const [west, south] = boundsOf(area);
    const { permanent } = await failure({
      area: rectangle(west, south, west + 3e-4, south + 3e-4),
    });
    expect(permanent).toBe(true);
  });

  test('a catalogue that is down: it may go better later', async () => {
    server.faults.add({ path: /search/, kind: 'status', status: 503, times: 100 });
    const { permanent, fact } = await failure();
    expect(permanent).toBe(false);
    expect(runSentence(fact)).toContain('503');
  });

  test('files that can not be read: it may go better later, and nothing is left behind', async () => {
    server.faults.add({ path: /\.tif/, kind: 'status', status: 503, times: 10_000 });
    const { permanent } = await failure();
    expect(permanent).toBe(false);
    expect(await readdir(outputFolder)).toEqual([]);
  });

  test('an aborted run rejects with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const onProgress = ({ step }: AnalysisProgress) => {
      if (step === 'reading') controller.abort(reason);
    };
    await expect(run({}, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    expect(await readdir(outputFolder)).toEqual([]);
  });
});

function boundsOf({ coordinates }: Polygon): [number, number, number, number] {
  const xs = coordinates[0].map(([x]) => x!);
  const ys = coordinates[0].map(([, y]) => y!);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function rectangle(west: number, south: number, east: number, north: number): Polygon {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
